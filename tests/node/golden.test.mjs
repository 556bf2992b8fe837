// Every case of tests/golden_cases.json through the npm package, bit for bit against the library that it names; where the line
// has a bound, within it.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { before, describe, test } from "node:test";

import { load } from "pixelproof";

import { readNpy } from "./npy.mjs";

const tests = new URL("../", import.meta.url);
const readJson = (path) => JSON.parse(readFileSync(new URL(path, tests), "utf8"));
const cases = readJson("golden_cases.json");
const golden = new Map(readJson("golden/manifest.json").cases.map((entry) => [entry.id, entry]));

const dtypes = { u8: "uint8", u16: "uint16", f16: "float16", f32: "float32" };
const channels = { Gray8: 1, GrayF32: 1, Rgba8: 4, Bgra8: 4, RgbaF32: 4, BgraF32: 4 };

function readImage(pixelproof, { input, format, range, channel = 0, pipeline }) {
  // A picture file, which the pipeline says how to decode.
  if (!format) return pixelproof.decode(readFileSync(new URL(`golden/inputs/${input}`, tests)), pipeline.decode).image;
  const { shape, data } = readNpy(new URL(`golden/inputs/${input}.npy`, tests));
  const [height, width, has = 1] = shape;
  const wants = channels[format] ?? 3;
  // Where the format has fewer channels than the file, those from `channel` on.
  const pixels = has === wants ? data : data.filter((_, at) => at % has >= channel && at % has < channel + wants);
  return { spec: { size: { width, height }, format, range }, pixels };
}

describe(`the ${cases.length} golden cases`, () => {
  let pixelproof;
  before(async () => void (pixelproof = await load()));

  for (const group of new Set(cases.map((entry) => entry.group))) {
    const members = cases.filter((entry) => entry.group === group);
    describe(`${group} (${members.length})`, () => {
      for (const entry of members) test(entry.id, () => check(pixelproof, entry, golden.get(entry.id)));
    });
  }
});

function check(pixelproof, entry, wanted) {
  assert.ok(wanted, "the manifest has no such case");
  const image = readImage(pixelproof, entry);
  const plan = pixelproof.compile(entry.pipeline, image.spec);
  const { tensor } = plan.runSync(image);
  plan.free();

  assert.equal(dtypes[tensor.spec.dtype], wanted.dtype);
  // A grey image without a channel axis is the same memory as one with an axis of 1.
  assert.deepEqual(tensor.shape, wanted.layout === "HW" ? [...wanted.shape, 1] : wanted.shape);
  const bound = entry.tolerance ?? entry.off?.by;
  if (bound) {
    // The Rust tests hold the samples of the larger ones to it as well.
    const { data } = wanted.storage === "full" ? readNpy(new URL(`golden/${wanted.output}`, tests)) : tensor;
    const far = (value, at) => !(Math.abs(value - data[at]) <= bound);
    assert.equal(Array.from(tensor.data).findIndex(far), -1);
    return;
  }
  if (wanted.storage === "full") {
    const { data } = readNpy(new URL(`golden/${wanted.output}`, tests));
    assert.equal(firstDifference(bytesOf(tensor.data), bytesOf(data)), -1);
  }
  assert.equal(createHash("sha256").update(bytesOf(tensor.data)).digest("hex"), wanted.sha256);
}

const bytesOf = ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength);

function firstDifference(a, b) {
  return a.length === b.length ? a.findIndex((byte, at) => byte !== b[at]) : Math.min(a.length, b.length);
}
