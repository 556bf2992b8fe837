// What is refused, with which code, and how it is said.

import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { crc32 } from "node:zlib";

import { decodeImage, load } from "pixelproof";

import { failure, noise, plain, readInput } from "./support.mjs";

let pixelproof;
let photo;
before(async () => {
  pixelproof = await load();
  photo = noise(20, 10);
});

const compile = (steps, spec = photo.spec) => pixelproof.compile({ steps }, spec);

describe("pipelines", () => {
  const wrong = {
    "nothing at all": [undefined, /not a pipeline/],
    "a number": [7, /not a pipeline/],
    "a Map": [new Map([["steps", []]]), /plain data: this is a Map/],
    "an unknown key": [{ steps: [], stpes: [] }, /unknown field `stpes`/],
    "an unknown step": [{ steps: [{ op: "resise" }] }, /unknown variant `resise`/],
    "an unknown key of a step": [{ steps: [{ op: "layout", to: "NCHW", too: 1 }] }, /unknown field `too`/],
    "a number that is none": [{ steps: [{ op: "hue_shift", alpha: NaN }] }, /`alpha` is NaN/],
    "steps in a circle": [circle(), /plain data/],
    "a BigInt": [{ steps: [{ op: "hue_shift", alpha: 1n }] }, /plain data/],
  };
  for (const [what, [pipeline, message]] of Object.entries(wrong)) {
    test(what, () => {
      assert.throws(() => pixelproof.compile(pipeline, photo.spec), failure("InvalidPipeline", message));
    });
  }

  test("a preset that is not there", () => {
    assert.throws(() => pixelproof.compile("torchvision/resnet51", photo.spec), failure("InvalidInput", /did you mean `torchvision\/resnet50`/));
  });

  test("a step that contradicts the data is named, with what it should be", () => {
    const steps = [
      { op: "rescale", from: "0-255", to: "0-1" },
      { op: "rescale", from: "0-255", to: "0-1" },
    ];
    assert.throws(() => compile(steps), (error) => {
      failure("InvalidPipeline", /^step 2: /)(error);
      assert.deepEqual(error.details, { step: 1, expected: "0-255", got: "0-1" });
      return true;
    });
  });

  test("more steps than any pipeline has", () => {
    const steps = Array.from({ length: 300 }, () => ({ op: "convert_order", to: "RGB" }));
    assert.throws(() => compile(steps), failure("Limits", /too many steps/, { expected: "at most 256", got: "300" }));
  });

  test("a result over the limits", () => {
    const resize = { op: "resize", matches: "pillow", filter: "bilinear", fit: { stretch: { width: 60000, height: 60000 } } };
    assert.throws(() => compile([resize]), failure("Limits", /./));
  });

  function circle() {
    const pipeline = { steps: [] };
    pipeline.steps.push(pipeline);
    return pipeline;
  }
});

describe("image specs", () => {
  const spec = (changes) => ({ size: { width: 2, height: 2 }, format: "Rgb8", range: "0-255", ...changes });
  const wrong = {
    "nothing at all": [undefined, "InvalidInput", /not an image spec/],
    "an unknown format": [spec({ format: "RGB8" }), "InvalidInput", /unknown variant `RGB8`/],
    "an unknown key": [spec({ order: "RGB" }), "InvalidInput", /unknown field `order`/],
    "half a pixel": [spec({ size: { width: 2.5, height: 2 } }), "InvalidInput", /not an image spec/],
    "a negative size": [spec({ size: { width: -2, height: 2 } }), "InvalidInput", /not an image spec/],
    "an empty image": [spec({ size: { width: 0, height: 2 } }), "InvalidInput", /empty/],
    "bytes of another range": [spec({ range: "0-1" }), "InvalidInput", /bytes are 0-255/],
    "60000 x 60000": [spec({ size: { width: 60000, height: 60000 } }), "Limits", /scale it down/],
  };
  for (const [what, [given, code, message]] of Object.entries(wrong)) {
    test(what, () => assert.throws(() => pixelproof.compile(plain, given), failure(code, message)));
  }
});

describe("images", () => {
  const wrong = {
    "nothing at all": [() => undefined, /an image is/],
    "no spec": [({ pixels }) => ({ pixels }), /an image is/],
    "no pixels": [({ spec }) => ({ spec }), /Uint8Array, not in Undefined/],
    "a plain array": [({ spec, pixels }) => ({ spec, pixels: Array.from(pixels) }), /Uint8Array, not in Array/],
    "floats for bytes": [({ spec, pixels }) => ({ spec, pixels: Float32Array.from(pixels) }), /not in Float32Array/],
    "16 bits for bytes": [({ spec, pixels }) => ({ spec, pixels: Uint16Array.from(pixels) }), /not in Uint16Array/],
    "bytes for floats": [({ spec, pixels }) => ({ spec: { ...spec, format: "RgbF32" }, pixels }), /Float32Array, not in Uint8Array/],
    "a pixel short": [({ spec, pixels }) => ({ spec, pixels: pixels.subarray(3) }), /needs 600 values/],
    "another size than compiled for": [() => noise(10, 20), /compiled for another kind of image/],
    "another format than compiled for": [() => noise(20, 10, 4), /compiled for another kind of image/],
  };
  for (const [what, [make, message]] of Object.entries(wrong)) {
    test(what, async () => {
      const plan = pixelproof.compile(plain, photo.spec);
      assert.throws(() => plan.runSync(make(photo)), failure("InvalidInput", message));
      await assert.rejects(plan.run(make(photo)), failure("InvalidInput", message));
      assert.equal(plan.runSync(photo).tensor.shape.length, 4, "the plan is as good as before");
    });
  }
});

describe("plans", () => {
  test("an unknown backend", async () => {
    const plan = pixelproof.compile(plain, photo.spec);
    await assert.rejects(plan.run(photo, { backend: "cuda" }), failure("InvalidInput", /no backend `cuda`/, { expected: "auto, cpu or gpu", got: "cuda" }));
  });

  test("an array for the result that does not fit", () => {
    const plan = pixelproof.compile(plain, photo.spec);
    assert.throws(() => plan.runSync(photo, { into: new Float32Array(5) }), failure("InvalidInput", /as long/, { expected: "600", got: "5" }));
    assert.throws(() => plan.runSync(photo, { into: new Uint8Array(600) }), failure("InvalidInput", /Float32Array/));
  });

  test("a plan after free, which may be called twice", async () => {
    const plan = pixelproof.compile(plain, photo.spec);
    plan.free();
    plan.free();
    assert.throws(() => plan.runSync(photo), failure("InvalidInput", /freed/));
    await assert.rejects(plan.run(photo), failure("InvalidInput", /freed/));
    assert.deepEqual(plan.output.shape, [1, 3, 10, 20], "what it was is still known");
  });
});

describe("tensors", () => {
  test("data that is not what the spec says", () => {
    const { tensor } = pixelproof.compile(plain, photo.spec).runSync(photo);
    assert.throws(() => pixelproof.channelStats(undefined), failure("InvalidInput", /a tensor is/));
    assert.throws(() => pixelproof.channelStats({ ...tensor, data: tensor.data.subarray(1) }), failure("InvalidInput", /shape and type/));
    assert.throws(() => pixelproof.channelStats({ ...tensor, data: new Uint8Array(600) }), failure("InvalidInput", /Float32Array/));
    assert.throws(() => pixelproof.channelStats({ ...tensor, spec: { ...tensor.spec, dtype: "f64" } }), failure("InvalidInput", /unknown variant `f64`/));
  });

  test("a difference of two shapes", () => {
    const small = noise(10, 10);
    const run = (image) => pixelproof.compile(plain, image.spec).runSync(image).tensor;
    assert.throws(() => pixelproof.difference(run(photo), run(small)), failure("InvalidInput", /different shapes/));
  });

  test("a view with a plan that was freed", () => {
    const plan = pixelproof.compile(plain, photo.spec);
    const { tensor } = plan.runSync(photo);
    plan.free();
    assert.throws(() => pixelproof.asTheModelSeesIt(tensor, plan), failure("InvalidInput", /freed/));
  });
});

describe("picture files", () => {
  const decode = (bytes) => pixelproof.decode(bytes);

  test("what is no picture, with the reason", () => {
    assert.throws(() => decode(new Uint8Array()), failure("Decode", /empty \(0 bytes\)/));
    assert.throws(() => decode(new TextEncoder().encode("hello")), failure("Decode", /not a picture/));
    assert.throws(() => decode(readInput("photo_a.png").subarray(0, 600)), failure("Decode", /broken or truncated PNG/));
    assert.throws(() => decode("photo_a.png"), failure("InvalidInput", /Uint8Array/));
  });

  test("a PNG that declares 60000 x 60000 pixels", () => {
    const png = Buffer.from(readInput("rgba.png"));
    png.writeUInt32BE(60000, 16);
    png.writeUInt32BE(60000, 20);
    png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
    assert.throws(() => decode(png), failure("Limits", /scale it down/));
  });

  test("a picture file says what it was", () => {
    const facts = (name) => {
      const { image, notes, ...rest } = decode(readInput(name));
      return rest;
    };
    const png = { format: "PNG", decoder: "png", orientation: 1, exifOrientation: 1, reduced: false };
    const jpeg = { format: "JPEG", decoder: "libjpeg-turbo-rs", orientation: 6, exifOrientation: 6, reduced: false };
    assert.deepEqual(facts("photo_a.png"), png);
    assert.deepEqual(facts("exif6.jpg"), jpeg);
    assert.deepEqual(facts("rgb16.png"), { ...png, reduced: true });
    assert.match(decode(readInput("rgb16.png")).notes.join(), /cut down to 8/);
  });

  test("a picture is decoded as a pipeline's `decode` says", () => {
    const { image } = pixelproof.decode(readInput("gray16.png"), { matches: "opencv", mode: "unchanged" });
    assert.deepEqual(image.spec, { size: { width: 49, height: 40 }, format: "Gray16", range: "0-65535" });
    assert.ok(image.pixels instanceof Uint16Array);
    assert.throws(() => pixelproof.decode(readInput("gray16.png"), { matches: "pil" }), failure("InvalidPipeline", /decode/));
    const contradiction = { matches: "pillow", mode: "any-depth" };
    assert.throws(() => pixelproof.decode(readInput("gray16.png"), contradiction), failure("InvalidPipeline", /OpenCV/));
  });

  test("decodeImage rejects with the same errors", async () => {
    await assert.rejects(decodeImage(new Blob([])), failure("Decode", /empty/));
    await assert.rejects(decodeImage("photo.png"), failure("InvalidInput", /Blob/));
    const image = await decodeImage(new Blob([readInput("exif6.jpg")]));
    assert.deepEqual(image.spec, { size: { width: 40, height: 49 }, format: "Rgb8", range: "0-255" });
  });
});
