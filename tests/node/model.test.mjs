// A real ImageNet model answers as it did in Python: the right pipeline and each mistake, on four photos.
// onnxruntime-web runs the model, the pixelproof package prepares the photos, on the CPU of Node.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { before, describe, it } from "node:test";

import * as ort from "onnxruntime-web";
import { load } from "pixelproof";

const root = new URL("../../", import.meta.url);
const read = (path) => readFile(new URL(path, root));
const expected = JSON.parse(await read("tests/model/expected.json"));

// What expected.json calls each input, and the mistake that makes it.
const mistakes = {
  right: null,
  bgr_fed_as_rgb: "bgr-as-rgb",
  no_normalise_0_1: "not-normalised",
  raw_0_255: "raw-0-255",
  "0_255_constants_on_0_1": "255-constants-on-0-1",
  hwc_reshaped_to_chw: "hwc-as-chw",
  normalised_twice: "normalised-twice",
};

function softmax(logits) {
  const largest = Math.max(...logits);
  const powers = Array.from(logits, (logit) => Math.exp(logit - largest));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / sum);
}

describe("EfficientNet-Lite0 in onnxruntime-web", () => {
  let pixelproof;
  let session;

  before(async () => {
    ort.env.wasm.numThreads = 1;
    pixelproof = await load();
    session = await ort.InferenceSession.create(await read("tests/model/efficientnet-lite0-int8.onnx"));
  });

  it("has an expected answer for each photo and each of the mistakes", () => {
    assert.deepEqual(Object.keys(expected).sort(), ["astronaut", "chelsea", "coffee", "rocket"]);
    for (const answers of Object.values(expected)) {
      assert.deepEqual(Object.keys(answers).sort(), Object.keys(mistakes).sort());
    }
  });

  for (const [photo, answers] of Object.entries(expected)) {
    for (const [key, [[index, label, probability]]] of Object.entries(answers)) {
      it(`${photo}, ${key}: ${label}`, async () => {
        const { image } = pixelproof.decode(await read(`www/public/photos/${photo}.png`));
        const { pipeline } = pixelproof.presets().find((preset) => preset.name === "efficientnet-lite0");
        const id = mistakes[key];
        const fed = id === null ? pipeline : pixelproof.applyMistake(pipeline, id).wrong;
        const plan = pixelproof.compile(fed, image.spec);
        const { tensor } = plan.runSync(image);
        plan.free();
        assert.deepEqual(tensor.shape, [1, 3, 224, 224]);
        const { logits } = await session.run({ input: new ort.Tensor("float32", tensor.data, tensor.shape) });
        const answer = softmax(logits.data);
        const top = answer.indexOf(Math.max(...answer));
        assert.equal(top, index, `top-1 is class ${top} with ${answer[top].toFixed(4)}`);
        assert.ok(Math.abs(answer[top] - probability) <= 0.02, `${answer[top].toFixed(4)}, in Python ${probability}`);
      });
    }
  }
});
