// The sizes that decodeImage reads in a browser before it decodes. (WebP: tests/browser/package.test.mjs.)

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { before, test } from "node:test";

import { load } from "pixelproof";

import { readHeader } from "../../dist/decode/header.js";
import { readInput } from "./support.mjs";

let pixelproof;
before(async () => void (pixelproof = await load()));

const headerOf = (...parts) => readHeader(new Blob(parts));
const little = (Type, ...numbers) => new Uint8Array(Type.from(numbers).buffer);

test("every PNG and JPEG of the golden inputs", async () => {
  const names = readdirSync(new URL("../golden/inputs", import.meta.url)).filter((name) => /\.(png|jpg)$/.test(name));
  assert.ok(names.length > 30);
  for (const name of names) {
    const bytes = readInput(name);
    const { image, orientation } = pixelproof.decode(bytes);
    const { width, height } = image.spec.size;
    // Orientations from 5 on lie on their side, and the head says how the rows are stored.
    const size = orientation >= 5 ? { width: height, height: width } : { width, height };
    assert.deepEqual(await headerOf(bytes), { format: name.endsWith("png") ? "PNG" : "JPEG", size }, name);
  }
});

test("GIF and BMP", async () => {
  assert.deepEqual(await headerOf("GIF89a", little(Uint16Array, 301, 77)), { format: "GIF", size: { width: 301, height: 77 } });
  const bmp = (height) => headerOf("BM", new Uint8Array(16), little(Int32Array, 301, height), new Uint8Array(28));
  assert.deepEqual(await bmp(77), { format: "BMP", size: { width: 301, height: 77 } });
  // A negative height turns the order of the rows.
  assert.deepEqual(await bmp(-77), { format: "BMP", size: { width: 301, height: 77 } });
});

test("fill bytes and tables before the frame of a JPEG", async () => {
  const frame = [0xff, 0xc0, 0, 11, 8, 0, 77, 1, 45];
  const table = [0xff, 0xc4, 0, 4, 1, 2];
  const jpeg = Uint8Array.from([0xff, 0xd8, 0xff, ...table, 0xff, 0xff, ...frame]);
  assert.deepEqual(await headerOf(jpeg), { format: "JPEG", size: { width: 301, height: 77 } });
});

test("a head that breaks off has no size, and ends", async () => {
  for (const name of ["photo_a.png", "base444.jpg"]) {
    const bytes = readInput(name);
    for (let length = 9; length < 24; length++) assert.equal((await headerOf(bytes.subarray(0, length)))?.size, undefined);
  }
  const endless = new Uint8Array(100_000).fill(0xff);
  endless[1] = 0xd8;
  assert.deepEqual(await headerOf(endless), { format: "JPEG", size: undefined });
});

test("anything else is no picture that is known here", async () => {
  for (const text of ["", "hello", "RIFF1234WAVE", "<svg/>"]) assert.equal(await headerOf(text), undefined, text);
});
