// Compiling and running.

import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { runInNewContext } from "node:vm";

import { load } from "pixelproof";

import { noise, plain, readInput } from "./support.mjs";

let pixelproof;
before(async () => void (pixelproof = await load()));

describe("every preset on a golden photo", () => {
  test("compiles, runs, and tells what it did", async () => {
    const { image } = pixelproof.decode(readInput("photo_d.png"));
    for (const { name, pipeline } of pixelproof.presets()) {
      const plan = pixelproof.compile(name, image.spec);
      const { tensor, backend, milliseconds } = await plan.run(image, { backend: "cpu" });
      const { shape, ...spec } = plan.output;
      assert.deepEqual(plan.input, image.spec);
      assert.deepEqual(tensor.shape, shape, name);
      assert.deepEqual(tensor.spec, spec, name);
      assert.equal(tensor.data.length, shape.reduce((product, axis) => product * axis), name);
      assert.ok(tensor.data instanceof Float32Array, name);
      assert.equal(backend, "cpu");
      assert.ok(milliseconds > 0);
      assert.ok(plan.passes.length > 0);

      const again = pixelproof.compile(pipeline, image.spec).runSync(image).tensor;
      assert.deepEqual(pixelproof.difference(tensor, again), { max: 0, mean: 0, count: 0, total: tensor.data.length });

      const view = pixelproof.asTheModelSeesIt(tensor, plan);
      assert.deepEqual([view.width, view.height], [plan.output.size.width, plan.output.size.height]);
      assert.equal(view.data.length, view.width * view.height * 4);
      assert.ok(view.data instanceof Uint8ClampedArray);
      plan.free();
    }
  });
});

describe("backends", () => {
  for (const backend of ["gpu", "auto", undefined]) {
    test(`${backend} falls back to the CPU, and says why`, async () => {
      const image = noise(20, 10);
      const plan = pixelproof.compile(plain, image.spec);
      const result = await plan.run(image, backend && { backend });
      assert.equal(result.backend, "cpu");
      assert.match(result.fallbackReason, /WebGPU/);
      assert.equal("adapter" in result, false);
    });
  }

  test("cpu has no reason to give", async () => {
    const image = noise(20, 10);
    const plan = pixelproof.compile(plain, image.spec);
    assert.equal("fallbackReason" in (await plan.run(image, { backend: "cpu" })), false);
    assert.equal("fallbackReason" in plan.runSync(image), false);
  });
});

describe("runs that overlap", () => {
  test("do not disturb each other", async () => {
    const images = Array.from({ length: 8 }, (_, at) => noise(40 + at, 30));
    const plans = images.map(({ spec }) => pixelproof.compile("torchvision/resnet50", spec));
    const backends = ["auto", "cpu", "gpu"];
    const results = await Promise.all(plans.map((plan, at) => plan.run(images[at], { backend: backends[at % 3] })));
    for (const [at, { tensor }] of results.entries()) {
      assert.equal(pixelproof.difference(tensor, plans[at].runSync(images[at]).tensor).count, 0);
    }
  });

  test("take the pixels before they return", async () => {
    const image = noise(8, 8);
    const plan = pixelproof.compile(plain, image.spec);
    const before = plan.runSync(image).tensor;
    const run = plan.run(image);
    image.pixels.fill(0);
    assert.equal(pixelproof.difference((await run).tensor, before).count, 0);
  });

  test("survive a free", async () => {
    const image = noise(8, 8);
    const plan = pixelproof.compile(plain, image.spec);
    const run = plan.run(image);
    plan.free();
    assert.deepEqual((await run).tensor.shape, [1, 3, 8, 8]);
  });
});

describe("arrays", () => {
  const identity = { steps: [{ op: "convert_order", to: "RGB" }] };

  test("bytes come back as they are, from every kind of byte array", () => {
    const { spec, pixels } = noise(6, 5);
    const plan = pixelproof.compile(identity, spec);
    const padded = new Uint8Array(pixels.length + 7);
    padded.set(pixels, 7);
    const foreign = runInNewContext("new Uint8Array(list)", { list: Array.from(pixels) });
    const shared = new Uint8Array(new SharedArrayBuffer(pixels.length));
    shared.set(pixels);
    for (const array of [pixels, new Uint8ClampedArray(pixels), Buffer.from(pixels), padded.subarray(7), foreign, shared]) {
      const { data } = plan.runSync({ spec, pixels: array }).tensor;
      assert.deepEqual(data, pixels);
    }
  });

  test("floats go in and f16 comes out as its bits", () => {
    const spec = { size: { width: 2, height: 1 }, format: "GrayF32", range: "0-1" };
    const plan = pixelproof.compile({ steps: [{ op: "cast", to: "f16" }] }, spec);
    const { tensor } = plan.runSync({ spec, pixels: new Float32Array([1, 0.5]) });
    assert.equal(tensor.spec.dtype, "f16");
    assert.deepEqual(tensor.data, new Uint16Array([0x3c00, 0x3800]));
    assert.deepEqual(pixelproof.channelStats(tensor), [{ mean: 0.75, min: 0.5, max: 1 }]);
  });

  test("the numbers go into the caller's array, also in the middle of a larger one", async () => {
    const image = noise(6, 5);
    const plan = pixelproof.compile(plain, image.spec);
    const wanted = plan.runSync(image).tensor.data;
    const batch = new Float32Array(wanted.length * 3).fill(-1);
    const into = batch.subarray(wanted.length, wanted.length * 2);
    assert.equal(plan.runSync(image, { into }).tensor.data, into);
    assert.deepEqual(into, wanted);
    assert.ok(batch.subarray(0, wanted.length).every((value) => value === -1));
    into.fill(0);
    assert.equal((await plan.run(image, { into })).tensor.data, into);
    assert.deepEqual(into, wanted);
  });

  test("a result is the caller's own: neither memory of the module nor shared with the plan", () => {
    const image = noise(6, 5);
    const plan = pixelproof.compile(plain, image.spec);
    const first = plan.runSync(image).tensor;
    const copy = first.data.slice();
    assert.equal(first.data.buffer.byteLength, first.data.byteLength);
    first.shape.length = 0;
    plan.runSync(noise(6, 5));
    assert.deepEqual(first.data, copy);
    assert.deepEqual(plan.output.shape, [1, 3, 5, 6]);
  });
});

describe("numbers about tensors", () => {
  const spec = { size: { width: 2, height: 1 }, order: "RGB", range: "0-1", layout: "HWC", dtype: "f32" };
  const tensor = (...data) => ({ spec, shape: [1, 2, 3], data: new Float32Array(data) });

  test("statistics go by channel", () => {
    assert.deepEqual(pixelproof.channelStats(tensor(0, 1, 2, 4, 5, 7)), [
      { mean: 2, min: 0, max: 4 },
      { mean: 3, min: 1, max: 5 },
      { mean: 4.5, min: 2, max: 7 },
    ]);
  });

  test("a difference names the first place, or none", () => {
    const a = tensor(0, 1, 2, 3, 4, 5);
    assert.deepEqual(pixelproof.difference(a, a), { max: 0, mean: 0, count: 0, total: 6 });
    assert.deepEqual(pixelproof.difference(a, tensor(0, 1, 2, 3.5, 4, 4)), { max: 1, mean: 0.25, count: 2, total: 6, first: 3 });
    assert.equal(pixelproof.difference(a, tensor(0, NaN, 2, 3, 4, 5)).max, Infinity);
    assert.equal(pixelproof.difference(a, tensor(9, 1, 2, 3, 4, 5)).first, 0);
  });

  test("a wrong tensor is drawn with the model's constants", () => {
    const image = { spec: { size: { width: 1, height: 1 }, format: "Rgb8", range: "0-255" }, pixels: new Uint8Array([200, 100, 50]) };
    const pipeline = {
      steps: [
        { op: "convert_order", to: "BGR" },
        { op: "normalise", mean: [103.53, 116.28, 123.675], std: [1], order: "BGR", range: "0-255" },
        { op: "layout", to: "NCHW" },
      ],
    };
    const { right, wrong } = pixelproof.applyMistake(pipeline, "bgr-as-rgb");
    const model = pixelproof.compile(right, image.spec);
    const drawn = (steps) => [...pixelproof.asTheModelSeesIt(pixelproof.compile(steps, image.spec).runSync(image).tensor, model).data];
    assert.deepEqual(drawn(right), [200, 100, 50, 255]);
    assert.deepEqual(drawn(wrong), [50, 100, 200, 255]);
  });
});
