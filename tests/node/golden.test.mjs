// Every case of tests/golden_cases.json through the npm package in Node, bit for bit against the library that it names; where
// the line has a bound, within it.

import assert from "node:assert/strict";
import { before, describe, test } from "node:test";

import { load } from "pixelproof";

import { beyond, cases, distance, manifestType, readImage, record, sha256, wanted } from "../golden_table.mjs";

describe(`the ${cases.length} golden cases`, () => {
  let pixelproof;
  before(async () => void (pixelproof = await load()));

  for (const group of new Set(cases.map((entry) => entry.group))) {
    const members = cases.filter((entry) => entry.group === group);
    describe(`${group} (${members.length})`, () => {
      for (const entry of members) test(entry.id, () => check(pixelproof, entry));
    });
  }
});

function check(pixelproof, entry) {
  const image = readImage(entry, pixelproof);
  const plan = pixelproof.compile(entry.pipeline, image.spec);
  const { tensor } = plan.runSync(image);
  plan.free();

  const want = wanted(entry);
  assert.equal(manifestType(tensor.spec.dtype), want.dtype);
  assert.deepEqual(tensor.shape, want.shape);
  const { buffer, byteOffset, byteLength, length } = tensor.data;
  if (sha256(new Uint8Array(buffer, byteOffset, byteLength)) === want.sha256) {
    record("wasm", entry, { max: 0, differ: 0, compared: length });
    return;
  }
  const seen = distance(entry, want.indices ? want.indices.map((at) => tensor.data[at]) : tensor.data);
  record("wasm", entry, seen);
  assert.equal(beyond(entry, seen), undefined);
}
