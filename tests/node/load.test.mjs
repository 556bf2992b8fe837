// Loading, and what the library lists.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import * as entry from "pixelproof";
import { Plan, PixelproofError, load } from "pixelproof";

import { failure, plain } from "./support.mjs";

// First, while nothing is loaded yet.
test("a load that failed can be tried again", async () => {
  await assert.rejects(load({ wasm: new Uint8Array([1, 2, 3]) }), failure("Internal", /could not be loaded/));
  await assert.rejects(load({ wasm: new URL("nowhere.wasm", import.meta.url) }), failure("Internal", /could not be loaded/));
});

test("all calls share one load, whatever they hand in", async () => {
  const bytes = await readFile(new URL("../../dist/wasm/node/pixelproof_bg.wasm", import.meta.url));
  const [first, second, third] = await Promise.all([load({ wasm: bytes }), load(), load()]);
  assert.equal(first, second);
  assert.equal(second, third);
  assert.equal(await load(), first);
});

test("both entries export the same names", async () => {
  const browser = await import(new URL("../../dist/index.js", import.meta.url));
  assert.deepEqual(Object.keys(entry).sort(), Object.keys(browser).sort());
  assert.deepEqual(Object.keys(entry).sort(), ["PixelproofError", "Plan", "decodeImage", "load"]);
});

test("presets and mistakes are plain data, fresh each time", async () => {
  const pixelproof = await load();
  const presets = pixelproof.presets();
  assert.ok(presets.length >= 7);
  for (const { name, description, source, pipeline } of presets) {
    assert.ok(name && description && source, name);
    assert.equal(Object.getPrototypeOf(pipeline), Object.prototype);
    assert.deepEqual(structuredClone(pipeline), pipeline);
    assert.equal(pipeline.name, name);
  }
  presets[0].pipeline.steps.length = 0;
  assert.notEqual(pixelproof.presets()[0].pipeline.steps.length, 0);

  const mistakes = pixelproof.mistakes();
  assert.equal(mistakes.length, 12);
  for (const { id, title, story } of mistakes) assert.ok(id && title && story, id);
});

test("the schema describes a pipeline", async () => {
  const schema = (await load()).schema();
  assert.equal(schema.title, "Pipeline");
  assert.deepEqual(schema.required, ["steps"]);
});

test("a pipeline can be told in words, a sentence for each step", async () => {
  const pixelproof = await load();
  for (const { name, pipeline } of pixelproof.presets()) {
    const words = pixelproof.inWords(pipeline);
    assert.equal(words.length, pipeline.steps.length, name);
    assert.ok(words.every((sentence) => typeof sentence === "string" && sentence.length > 0), name);
  }
  assert.throws(() => pixelproof.inWords({ steps: [{ op: "resise" }] }), failure("InvalidPipeline", /resise/));
});

test("every mistake rewrites a pipeline that can be got wrong in that way, and says so otherwise", async () => {
  const pixelproof = await load();
  const { pipeline } = pixelproof.presets().find(({ name }) => name === "torchvision/resnet50");
  for (const { id } of pixelproof.mistakes()) {
    const { right, wrong } = pixelproof.applyMistake(pipeline, id);
    assert.notDeepEqual(wrong.steps, right.steps, id);
  }
  assert.equal(pixelproof.applyMistake(pipeline, "bgr-as-rgb").note, undefined);
  assert.match(pixelproof.applyMistake(pipeline, "hue-on-rgb").note, /hue shift/);
  assert.throws(() => pixelproof.applyMistake(pipeline, "bgr-as-rbg"), failure("InvalidInput", /did you mean `bgr-as-rgb`/));
  assert.throws(() => pixelproof.applyMistake({ steps: [] }, "no-rescale"), failure("InvalidPipeline", /no rescale/));
});

test("an error prints with its name and its code", () => {
  const error = new PixelproofError("Limits", "too large", { expected: "1", got: "2" });
  assert.equal(String(error), "PixelproofError: too large");
  assert.equal(error.name, "PixelproofError");
  assert.deepEqual(Object.keys(error).sort(), ["code", "details"]);
});

test("Plan can be named in an instanceof", async () => {
  const pixelproof = await load();
  const spec = { size: { width: 4, height: 4 }, format: "Rgb8", range: "0-255" };
  assert.ok(pixelproof.compile(plain, spec) instanceof Plan);
});
