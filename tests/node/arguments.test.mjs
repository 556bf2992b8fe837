// Whatever is handed to whichever function: only a PixelproofError leaves the API, and never as a bug of the library.

import assert from "node:assert/strict";
import { before, describe, test } from "node:test";

import { decodeImage, load, Plan, PixelproofError } from "pixelproof";

import { failure, noise, plain } from "./support.mjs";

let pixelproof;
let photo;
let plan;
let tensor;
before(async () => {
  pixelproof = await load();
  photo = noise(6, 5);
  plan = pixelproof.compile(plain, photo.spec);
  ({ tensor } = plan.runSync(photo));
});

const thrower = () =>
  new Proxy({}, {
    get() {
      throw new Error("the trap");
    },
    ownKeys() {
      throw new Error("the trap");
    },
  });
const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};
const detached = (array) => {
  structuredClone(array, { transfer: [array.buffer] });
  return array;
};

const values = {
  undefined: () => undefined,
  null: () => null,
  true: () => true,
  "a number": () => 7,
  NaN: () => NaN,
  "a BigInt": () => 7n,
  "a text": () => "x",
  "an empty text": () => "",
  "half a surrogate": () => "\ud800",
  "a symbol": () => Symbol("x"),
  "a function": () => () => 1,
  "an empty list": () => [],
  "a list": () => [1, 2, 3],
  "an object": () => ({ x: 1 }),
  "an object without a prototype": () => Object.create(null),
  "a Map": () => new Map([["steps", []]]),
  "a Date": () => new Date(0),
  "a promise": () => Promise.resolve({}),
  "an array of bytes": () => new Uint8Array(4),
  "a detached array": () => detached(new Uint8Array(4)),
  "a detached buffer": () => detached(new Uint8Array(4)).buffer,
  "a proxy that throws": thrower,
  "a revoked proxy": revoked,
  "an object that cannot be shown": () => ({
    toJSON() {
      throw Object.create(null);
    },
  }),
  "a typed array by name only": () => ({ [Symbol.toStringTag]: "Uint8Array", length: 4 }),
  "a Blob by name only": () => ({ [Symbol.toStringTag]: "Blob", size: 4 }),
};

/** Every argument of every function, with the other arguments right. */
const calls = {
  "applyMistake(_)": (x) => pixelproof.applyMistake(x, "bgr-as-rgb"),
  "applyMistake(, _)": (x) => pixelproof.applyMistake(plain, x),
  "inWords(_)": (x) => pixelproof.inWords(x),
  "inWords({ steps: _ })": (x) => pixelproof.inWords({ steps: x }),
  "inWords({ steps: [_] })": (x) => pixelproof.inWords({ steps: [x] }),
  "inWords({ steps: [{ op: _ }] })": (x) => pixelproof.inWords({ steps: [{ op: x, to: "NCHW" }] }),
  "compile(_)": (x) => pixelproof.compile(x, photo.spec),
  "compile(, _)": (x) => pixelproof.compile(plain, x),
  "compile(, { size: _ })": (x) => pixelproof.compile(plain, { ...photo.spec, size: x }),
  "compile(, { format: _ })": (x) => pixelproof.compile(plain, { ...photo.spec, format: x }),
  "channelStats(_)": (x) => pixelproof.channelStats(x),
  "channelStats({ spec: _ })": (x) => pixelproof.channelStats({ ...tensor, spec: x }),
  "channelStats({ shape: _ })": (x) => pixelproof.channelStats({ ...tensor, shape: x }),
  "channelStats({ data: _ })": (x) => pixelproof.channelStats({ ...tensor, data: x }),
  "difference(_)": (x) => pixelproof.difference(x, tensor),
  "difference(, _)": (x) => pixelproof.difference(tensor, x),
  "difference(, { shape: _ })": (x) => pixelproof.difference(tensor, { ...tensor, shape: x }),
  "asTheModelSeesIt(_)": (x) => pixelproof.asTheModelSeesIt(x, plan),
  "asTheModelSeesIt({ shape: _ })": (x) => pixelproof.asTheModelSeesIt({ ...tensor, shape: x }, plan),
  "asTheModelSeesIt(, _)": (x) => pixelproof.asTheModelSeesIt(tensor, x),
  "decode(_)": (x) => pixelproof.decode(x),
  "decodeImage(_)": (x) => decodeImage(x),
  "plan.run(_)": (x) => plan.run(x),
  "plan.run({ spec: _ })": (x) => plan.run({ ...photo, spec: x }),
  "plan.run({ pixels: _ })": (x) => plan.run({ ...photo, pixels: x }),
  "plan.run(, _)": (x) => (x === undefined ? plan.run() : plan.run(photo, x)),
  "plan.run(, { backend: _ })": (x) => plan.run(photo, { backend: x ?? "x" }),
  "plan.run(, { into: _ })": (x) => plan.run(photo, { into: x ?? null }),
  "plan.runSync(_)": (x) => plan.runSync(x),
  "plan.runSync(, _)": (x) => (x === undefined ? plan.runSync() : plan.runSync(photo, x)),
  "plan.runSync(, { into: _ })": (x) => plan.runSync(photo, { into: x ?? null }),
  "Plan.prototype.run.call(_)": (x) => Plan.prototype.run.call(x, photo),
  "Plan.prototype.runSync.call(_)": (x) => Plan.prototype.runSync.call(x, photo),
  "Plan.prototype.free.call(_)": (x) => Plan.prototype.free.call(x),
  "new Plan(_)": (x) => new Plan(x, x),
  "load(_)": (x) => load(x ?? null),
  "load({ wasm: _ })": (x) => (typeof x === "object" && x !== null ? load({ wasm: x, wsam: 1 }) : load({ wasm: x ?? 7 })),
};

/** These are what the function takes. */
const right = new Set(["plan.run(, _) an object without a prototype", "plan.runSync(, _) an object without a prototype",
  "load(_) an object without a prototype", "inWords({ steps: _ }) an empty list"]);

const codes = {
  compile: ["InvalidInput", "InvalidPipeline"],
  inWords: ["InvalidPipeline"],
  applyMistake: ["InvalidInput", "InvalidPipeline"],
  decode: ["InvalidInput", "Decode"],
};

for (const [name, call] of Object.entries(calls)) {
  test(name, async () => {
    for (const [what, value] of Object.entries(values)) {
      let error;
      try {
        await call(value());
      } catch (thrown) {
        error = thrown;
      }
      const here = `${name} ${what}`;
      if (right.has(here)) {
        assert.equal(error, undefined, here);
        continue;
      }
      assert.ok(error instanceof PixelproofError, `${here}: ${error === undefined ? "accepted" : `not ours: ${error.stack}`}`);
      const allowed = codes[name.split("(")[0]] ?? ["InvalidInput"];
      assert.ok(allowed.includes(error.code), `${here}: ${error.code}: ${error.message}`);
      assert.ok(error.message.length > 10, `${here}: ${error.message}`);
      assert.doesNotMatch(error.message, /struct |internally tagged|\[object|undefined is not/, here);
    }
    assert.equal(plan.runSync(photo).tensor.data.length, 90, "the plan is as good as before");
  });
}

describe("the array for a result", () => {
  test("that is transferred before the run settles rejects it, on every backend", async () => {
    for (const backend of ["auto", "cpu", "gpu"]) {
      const into = new Float32Array(90);
      const run = plan.run(photo, { backend, into });
      structuredClone(into, { transfer: [into.buffer] });
      await assert.rejects(run, failure("InvalidInput", /transferred or made shorter/));
    }
  });

  test("that is made shorter or longer before the run settles rejects it", async () => {
    for (const length of [0, 89, 91]) {
      const buffer = new ArrayBuffer(360, { maxByteLength: 400 });
      const run = plan.run(photo, { into: new Float32Array(buffer) });
      buffer.resize(length * 4);
      await assert.rejects(run, failure("InvalidInput", /as long as the tensor/, { expected: "90", got: String(length) }));
    }
    const buffer = new ArrayBuffer(360, { maxByteLength: 400 });
    const fixed = plan.run(photo, { into: new Float32Array(buffer, 0, 90) });
    buffer.resize(356);
    await assert.rejects(fixed, failure("InvalidInput", /transferred or made shorter/));
  });

  test("may lie in a resizable, a shared or a growable buffer", async () => {
    const buffers = [new ArrayBuffer(360, { maxByteLength: 400 }), new SharedArrayBuffer(360), new SharedArrayBuffer(360, { maxByteLength: 400 })];
    for (const buffer of buffers) {
      const into = new Float32Array(buffer);
      assert.equal((await plan.run(photo, { into })).tensor.data, into);
      assert.deepEqual([...into], [...tensor.data]);
    }
  });

  test("is not believed to be as long as it says", () => {
    const into = Object.defineProperty(new Float32Array(5), "length", { value: 90 });
    assert.throws(() => plan.runSync(photo, { into }), failure("InvalidInput", /as long/, { expected: "90", got: "5" }));
  });
});

describe("pixels and numbers", () => {
  test("that were transferred are missed", async () => {
    const gone = /transferred or made shorter/;
    const { spec } = photo;
    assert.throws(() => plan.runSync({ spec, pixels: detached(new Uint8Array(90)) }), failure("InvalidInput", gone));
    await assert.rejects(plan.run({ spec, pixels: detached(new Uint8Array(90)) }), failure("InvalidInput", gone));
    const data = detached(new Float32Array(90));
    assert.throws(() => pixelproof.channelStats({ ...tensor, data }), failure("InvalidInput", gone));
    assert.throws(() => pixelproof.decode(detached(new Uint8Array(90))), failure("InvalidInput", gone));
  });

  test("are read once, whatever a getter answers the second time", () => {
    let reads = 0;
    const image = {
      get spec() {
        reads += 1;
        return reads === 1 ? photo.spec : { ...photo.spec, size: { width: 600, height: 500 } };
      },
      pixels: photo.pixels,
    };
    assert.deepEqual(plan.runSync(image).tensor.data, tensor.data);
    assert.equal(reads, 1);
  });
});

describe("tensors", () => {
  test("of another shape than their spec's are refused, with both", () => {
    const other = { ...tensor, shape: [1, 5, 6, 3] };
    const wrong = failure("InvalidInput", /shape is not the one/, { expected: "[1,3,5,6]", got: "[1,5,6,3]" });
    assert.throws(() => pixelproof.channelStats(other), wrong);
    assert.throws(() => pixelproof.difference(tensor, other), wrong);
    assert.throws(() => pixelproof.asTheModelSeesIt(other, plan), wrong);
  });

  test("of another channel order or layout have no difference", () => {
    const square = noise(3, 3);
    const run = (to, layout) => {
      const steps = [{ op: "convert_order", to }, { op: "cast", to: "f32" }, { op: "layout", to: layout }];
      return pixelproof.compile({ steps }, square.spec).runSync(square).tensor;
    };
    const rgb = run("RGB", "NCHW");
    assert.throws(() => pixelproof.difference(rgb, run("BGR", "NCHW")), failure("InvalidInput", /convert_order/, { expected: "RGB", got: "BGR" }));
    assert.throws(() => pixelproof.difference(rgb, { ...run("RGB", "NHWC"), shape: [1, 3, 3, 3] }), failure("InvalidInput", /layout/, { expected: "NCHW", got: "NHWC" }));
  });

  test("of more numbers than any memory has are refused", () => {
    const spec = { ...tensor.spec, size: { width: 65536, height: 65536 } };
    const empty = { spec, shape: [1, 3, 65536, 65536], data: new Float32Array(0) };
    assert.throws(() => pixelproof.channelStats(empty), failure("InvalidInput", /shape and type/));
    assert.throws(() => pixelproof.asTheModelSeesIt(empty, plan), failure("InvalidInput", /shape and type/));
  });
});

describe("options", () => {
  test("that there are not are refused, with those that there are", async () => {
    await assert.rejects(plan.run(photo, { bakend: "cpu" }), failure("InvalidInput", /no option `bakend`/, { expected: "backend or into", got: "bakend" }));
    assert.throws(() => plan.runSync(photo, { backend: "gpu" }), failure("InvalidInput", /no option `backend`/));
    await assert.rejects(load({ wsam: new Uint8Array() }), failure("InvalidInput", /no option `wsam`/));
  });
});

describe("pipelines", () => {
  test("a preset's name where a pipeline belongs is answered with where its pipeline is", () => {
    for (const call of [() => pixelproof.inWords("keras/tf"), () => pixelproof.applyMistake("keras/tf", "bgr-as-rgb")]) {
      assert.throws(call, failure("InvalidPipeline", /presets\(\)\.find/, { expected: "an object", got: "a text" }));
    }
  });

  test("numbers that JSON would turn into nothing are refused where they stand", () => {
    for (const reducing_gap of [NaN, Infinity]) {
      const fit = { stretch: { width: 3, height: 3 } };
      const steps = [{ op: "resize", matches: "pillow", filter: "bilinear", fit, reducing_gap }];
      assert.throws(() => pixelproof.compile({ steps }, photo.spec), failure("InvalidPipeline", /`reducing_gap` is (NaN|Infinity)/));
    }
    const steps = [{ op: "normalise", mean: new Float32Array(3), std: [1], order: "RGB", range: "0-1" }];
    assert.throws(() => pixelproof.compile({ steps }, photo.spec), failure("InvalidPipeline", /`mean` is a Float32Array/));
  });

  test("a list in the place of an object is refused", () => {
    assert.throws(() => pixelproof.compile({ steps: [["convert_order", "RGB"]] }, photo.spec), failure("InvalidPipeline", /steps\[0\] is a list/));
    assert.throws(() => pixelproof.compile(plain, { ...photo.spec, size: [6, 5] }), failure("InvalidInput", /size is a list/));
    assert.throws(() => pixelproof.channelStats({ ...tensor, spec: { ...tensor.spec, size: [6, 5] } }), failure("InvalidInput", /size is a list/));
  });
});

test("what a caller does to a plan's description changes no run", () => {
  const changed = pixelproof.compile(plain, photo.spec);
  changed.output.shape.length = 0;
  changed.output.order = "HSV";
  const into = new Float32Array(90);
  assert.deepEqual(changed.runSync(photo, { into }).tensor.spec, tensor.spec);
});
