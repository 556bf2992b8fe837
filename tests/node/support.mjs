// What the API tests share.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { PixelproofError } from "pixelproof";

const inputs = new URL("../golden/inputs/", import.meta.url);

/** The bytes of a golden input file. */
export const readInput = (name) => readFileSync(new URL(name, inputs));

/** A pipeline whose result is as large as the image: [1, 3, height, width] of f32. */
export const plain = {
  steps: [
    { op: "convert_order", to: "BGR" },
    { op: "cast", to: "f32" },
    { op: "layout", to: "NCHW" },
  ],
};

/** Noise that is the same every time. */
export function noise(width, height, channels = 3) {
  let state = 1;
  const pixels = Uint8Array.from({ length: width * height * channels }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  });
  const format = { 1: "Gray8", 3: "Rgb8", 4: "Rgba8" }[channels];
  return { spec: { size: { width, height }, format, range: "0-255" }, pixels };
}

/** What `assert.throws` and `assert.rejects` take: a PixelproofError of this code, whose message says this. */
export function failure(code, message, details) {
  return (error) => {
    assert.ok(error instanceof PixelproofError, `not a PixelproofError: ${error}`);
    assert.ok(error instanceof Error);
    assert.equal(error.code, code, error.message);
    assert.match(error.message, message);
    if (details) assert.deepEqual(error.details, details);
    return true;
  };
}
