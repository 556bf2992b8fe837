// What the tests of the golden table in JavaScript share: its lines, the images, and how far a tensor is from a vector.

import { createHash } from "node:crypto";
import { appendFileSync, readFileSync } from "node:fs";

import { readNpy } from "./node/npy.mjs";

const readJson = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));
const vector = (path) => readNpy(new URL(`golden/${path}`, import.meta.url));

/** The lines of the table. */
export const cases = readJson("golden_cases.json");

const manifest = new Map(readJson("golden/manifest.json").cases.map((entry) => [entry.id, entry]));

const dtypes = { u8: "uint8", u16: "uint16", f16: "float16", f32: "float32" };
const channels = { Gray8: 1, GrayF32: 1, Rgba8: 4, Bgra8: 4, RgbaF32: 4, BgraF32: 4 };

/** Why the GPU may leave a run to the CPU: docs/NUMERICS.md, Colour on the GPU. */
export const DOCUMENTED = /the mean of the whole image|no shader resizes 16-bit pixels/;

/** The image of a line: `{ spec, pixels }`. */
export function readImage({ input, format, range, channel = 0, pipeline }, pixelproof) {
  // A picture file, which the pipeline says how to decode.
  if (!format) return pixelproof.decode(readFileSync(new URL(`golden/inputs/${input}`, import.meta.url)), pipeline.decode).image;
  const { shape, data } = vector(`inputs/${input}.npy`);
  const [height, width, has = 1] = shape;
  const wants = channels[format] ?? 3;
  // Where the format has fewer channels than the file, those from `channel` on.
  const pixels = has === wants ? data : data.filter((_, at) => at % has >= channel && at % has < channel + wants);
  return { spec: { size: { width, height }, format, range }, pixels };
}

/** `{ dtype, shape, sha256, indices }` of the tensor that a line must give; without `indices` all of it is stored. */
export function wanted({ id }) {
  const entry = manifest.get(id);
  if (!entry) throw new Error(`the manifest has no ${id}`);
  const { dtype, layout, shape, sha256, index_file } = entry;
  return {
    dtype,
    // A grey image without a channel axis is the same memory as one with an axis of 1.
    shape: layout === "HW" ? [...shape, 1] : shape,
    sha256,
    indices: index_file && Array.from(vector(index_file).data),
  };
}

/**
 * How far numbers are from what is stored of a vector: `{ max, differ, compared }`.
 *
 * `numbers` are those at `wanted(line).indices`, or all.
 */
export function distance({ id }, numbers) {
  const { data } = vector(manifest.get(id).output);
  if (data.length !== numbers.length) throw new Error(`${numbers.length} numbers instead of ${data.length}`);
  const seen = { max: 0, differ: 0, compared: data.length };
  for (let at = 0; at < data.length; at++) {
    if (Object.is(numbers[at], data[at])) continue;
    seen.differ += 1;
    // What is not a number is infinitely far off.
    const apart = Math.abs(numbers[at] - data[at]);
    seen.max = Math.max(seen.max, Number.isNaN(apart) ? Infinity : apart);
  }
  return seen;
}

/** What is wrong with a distance by the line, or nothing: without a bound the digest alone decides. */
export function beyond({ tolerance, off }, { max, differ, compared }) {
  const within = off ? differ === off.values && max <= off.by : tolerance !== undefined && max <= tolerance;
  return within ? undefined : `max |d| ${max}, ${differ} of ${compared} compared differ`;
}

export const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

/** The name that the manifest has for a type. */
export const manifestType = (dtype) => dtypes[dtype];

/** Adds a line for tools/numerics.mjs, which sets the name of the file. */
export function record(executor, { id, group }, seen, onCpu = false) {
  const file = process.env.PIXELPROOF_NUMERICS;
  if (file) appendFileSync(file, `${JSON.stringify({ executor, id, group, on_cpu: onCpu, ...seen })}\n`);
}
