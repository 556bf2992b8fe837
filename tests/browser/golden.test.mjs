// Every case of tests/golden_cases.json with WebGPU in Chromium, through the npm package in one page: bit for bit against the
// library that it names, or within the bound of its line.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { load } from "pixelproof";

import { beyond, cases, distance, DOCUMENTED, manifestType, readImage, record, wanted } from "../golden_table.mjs";
import { launch, ROOT, servePage, WEBGPU, withoutBrowser } from "./harness.mjs";

const without = withoutBrowser || (WEBGPU ? false : "this is the table on WebGPU; set PIXELPROOF_WEBGPU=on");

describe(`the ${cases.length} golden cases on WebGPU`, { skip: without }, () => {
  let server;
  let browser;
  let page;
  let inNode;
  let onGpu = 0;

  before(async () => {
    // Files are decoded in Node: a browser has its own decoders.
    inNode = await load();
    server = await servePage(ROOT);
    browser = await launch();
    page = await browser.newPage();
    await page.route("**/blank", (route) => route.fulfill({ contentType: "text/html", body: "<title>blank</title>" }));
    await page.goto(`${server.url}blank`);
    await page.evaluate(prepare);
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  for (const group of new Set(cases.map((entry) => entry.group))) {
    const members = cases.filter((entry) => entry.group === group);
    describe(`${group} (${members.length})`, () => {
      for (const entry of members) test(entry.id, () => check(entry));
    });
  }

  test("most of them ran on the GPU", () => {
    assert.ok(onGpu > cases.length / 2, `only ${onGpu} of ${cases.length}`);
  });

  async function check(entry) {
    const { spec, pixels } = readImage(entry, inNode);
    const bytes = Buffer.from(pixels.buffer, pixels.byteOffset, pixels.byteLength).toString("base64");
    const answer = await page.evaluate((work) => globalThis.run(work), { pipeline: entry.pipeline, spec, bytes });
    const { backend, fallbackReason } = answer;
    // The GPU ran it, or the CPU did for a reason that is written down.
    if (backend === "gpu") onGpu += 1;
    else assert.match(fallbackReason, DOCUMENTED);

    const want = wanted(entry);
    assert.equal(manifestType(answer.dtype), want.dtype);
    assert.deepEqual(answer.shape, want.shape);
    if (answer.sha256 === want.sha256) {
      record("webgpu", entry, { max: 0, differ: 0, compared: answer.length }, backend !== "gpu");
      return;
    }
    const numbers = await page.evaluate((indices) => globalThis.numbers(indices), want.indices);
    const seen = distance(entry, numbers);
    record("webgpu", entry, seen, backend !== "gpu");
    assert.equal(beyond(entry, seen), undefined);
  }
});

/** Runs in the page: loads the package once, and leaves there what the tests call. */
async function prepare() {
  const { load } = await import("/dist/index.js");
  const pixelproof = await load();
  let last;
  globalThis.run = async ({ pipeline, spec, bytes }) => {
    const { buffer } = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
    const kinds = { F32: Float32Array, "16": Uint16Array };
    const [, kind] = Object.entries(kinds).find(([end]) => spec.format.endsWith(end)) ?? [, Uint8Array];
    const pixels = new kind(buffer);
    const plan = pixelproof.compile(pipeline, spec);
    const { tensor, backend, fallbackReason } = await plan.run({ spec, pixels }, { backend: "gpu" });
    plan.free();
    last = tensor.data;
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", last));
    const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
    return { backend, fallbackReason, dtype: tensor.spec.dtype, shape: tensor.shape, length: last.length, sha256 };
  };
  // JSON has no -0 and no NaN, but Playwright carries both.
  globalThis.numbers = (indices) => (indices ? indices.map((at) => last[at]) : Array.from(last));
}
