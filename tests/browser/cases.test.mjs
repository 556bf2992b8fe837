// Cases from public bug reports that only a browser has, in a real Chromium; each is named by what it claims.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch, ROOT, servePage, WEBGPU, withoutBrowser } from "./harness.mjs";

describe(`cases, WebGPU ${WEBGPU ? "on" : "off"}`, { skip: withoutBrowser }, () => {
  let server;
  let browser;
  let page;

  before(async () => {
    server = await servePage(ROOT);
    browser = await launch();
    page = await blankPage();
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  async function blankPage(script) {
    const fresh = await browser.newPage();
    if (script) await fresh.addInitScript(script);
    await fresh.route("**/blank", (route) => route.fulfill({ contentType: "text/html", body: "<title>blank</title>" }));
    await fresh.goto(`${server.url}blank`);
    return fresh;
  }

  test("x29: six resamplings give six results in a browser, which has one of its own", async () => {
    const results = await page.evaluate(async () => {
      const { load } = await import("/dist/index.js");
      const pixelproof = await load();
      const row = Array.from({ length: 8 }, () => [0, 255, 255, 0]).flat();
      const image = { spec: { size: { width: 32, height: 1 }, format: "Gray8", range: "0-255" }, pixels: new Uint8Array(row) };
      const shrink = async (filter) => {
        const fit = { stretch: { width: 8, height: 1 } };
        const plan = pixelproof.compile({ steps: [{ op: "resize", matches: "pillow", filter, fit }] }, image.spec);
        return Array.from((await plan.run(image, { backend: "gpu" })).tensor.data).join();
      };
      // Pillow's numbers 0 to 5, as a config's `resample` has them.
      const results = [];
      for (const filter of ["nearest", "lanczos3", "bilinear", "bicubic", "box", "hamming"]) results.push(await shrink(filter));
      return results;
    });
    assert.equal(new Set(results).size, 6, results.join("\n"));
    assert.equal(results[2], "137,128,128,128,128,128,128,137");
  });

  test("x46: a resize takes in every pixel, where onnxruntime-web cuts out the corner", async () => {
    const seen = await page.evaluate(async () => {
      const size = { width: 4, height: 2 };
      const pixels = new Uint8ClampedArray(32).map((_, at) => (at % 4 === 0 ? (at / 4) * 10 : at % 4 === 3 ? 255 : 0));
      const { default: ort } = await import("/node_modules/onnxruntime-web/dist/ort.wasm.min.mjs");
      const theirs = await ort.Tensor.fromImage(new ImageData(pixels, 4, 2), { resizedWidth: 2, resizedHeight: 1 });
      const { load } = await import("/dist/index.js");
      const pixelproof = await load();
      const image = { spec: { size, format: "Rgba8", range: "0-255" }, pixels };
      const steps = [
        { op: "convert_order", to: "RGB" },
        { op: "resize", matches: "pillow", filter: "box", fit: { stretch: { width: 2, height: 1 } } },
        { op: "rescale", from: "0-255", to: "0-1" },
        { op: "layout", to: "NCHW" },
      ];
      const { tensor } = pixelproof.compile({ steps }, image.spec).runSync(image);
      return {
        theirs: { shape: theirs.dims, red: Array.from(theirs.data.subarray(0, 2)) },
        ours: { shape: tensor.shape, red: Array.from(tensor.data.subarray(0, 2)) },
      };
    });
    assert.deepEqual(seen.theirs, { shape: [1, 3, 1, 2], red: [0, Math.fround(10 / 255)] });
    assert.deepEqual(seen.ours, { shape: [1, 3, 1, 2], red: [Math.fround(25 / 255), Math.fround(45 / 255)] });
  });

  test("x48: the channels are those that the pipeline says, where onnxruntime-web takes four of an img element", async () => {
    const seen = await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(5, 3);
      canvas.getContext("2d").fillRect(0, 0, 5, 3);
      const file = await canvas.convertToBlob();
      const element = new Image();
      element.src = URL.createObjectURL(file);
      await element.decode();
      const { default: ort } = await import("/node_modules/onnxruntime-web/dist/ort.wasm.min.mjs");
      const theirs = await ort.Tensor.fromImage(element);
      const { decodeImage, load } = await import("/dist/index.js");
      const pixelproof = await load();
      const image = await decodeImage(file);
      const { tensor } = pixelproof.compile("torchvision/detection", image.spec).runSync(image);
      return { theirs: theirs.dims, ours: tensor.shape, order: tensor.spec.order };
    });
    assert.deepEqual(seen, { theirs: [1, 4, 3, 5], ours: [3, 3, 5], order: "RGB" });
  });

  const white = `(async () => {
    const canvas = new OffscreenCanvas(1024, 1024);
    const context = canvas.getContext("2d");
    context.fillStyle = "white";
    context.fillRect(0, 0, 1024, 1024);
    const { decodeImage } = await import("/dist/index.js");
    try {
      const { pixels } = await decodeImage(await canvas.convertToBlob());
      return { other: pixels.findIndex((byte) => byte !== 255), count: pixels.length };
    } catch ({ code, message }) {
      return { code, message };
    }
  })()`;

  test("x50: white comes back as white", async () => {
    assert.deepEqual(await page.evaluate(white), { other: -1, count: 1024 * 1024 * 4 });
  });

  // As Brave does: the lowest bit of one byte in a few hundred.
  const noisy = () => {
    const { prototype } = OffscreenCanvasRenderingContext2D;
    const { getImageData } = prototype;
    prototype.getImageData = function (...args) {
      const read = getImageData.apply(this, args);
      for (let at = 7; at < read.data.length; at += 389) if (at % 4 < 3) read.data[at] ^= 1;
      return read;
    };
  };

  test("x50: a browser that adds noise to a canvas is found out, and refused", async () => {
    const fresh = await blankPage(noisy);
    const { code, message } = await fresh.evaluate(white);
    assert.equal(code, "Unsupported");
    assert.match(message, /noise.*fingerprinting/);
    await fresh.close();
  });

  test("x51: an image larger than 300 x 150 has all of its pixels", async () => {
    const seen = await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(701, 401);
      const context = canvas.getContext("2d");
      const drawn = context.createImageData(701, 401);
      drawn.data.forEach((_, at) => (drawn.data[at] = at % 4 === 3 ? 255 : (at * 7 + (at >> 9)) % 256));
      context.putImageData(drawn, 0, 0);
      const { decodeImage } = await import("/dist/index.js");
      const { spec, pixels } = await decodeImage(await canvas.convertToBlob());
      return { size: spec.size, other: pixels.findIndex((byte, at) => byte !== drawn.data[at]), last: pixels.at(-1) };
    });
    assert.deepEqual(seen, { size: { width: 701, height: 401 }, other: -1, last: 255 });
  });

  test("x52: the first row of the tensor is the top of the picture", async () => {
    const seen = await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(1, 2);
      const context = canvas.getContext("2d");
      context.fillStyle = "rgb(255, 0, 0)";
      context.fillRect(0, 0, 1, 1);
      context.fillStyle = "rgb(0, 0, 255)";
      context.fillRect(0, 1, 1, 1);
      const { decodeImage, load } = await import("/dist/index.js");
      const pixelproof = await load();
      const image = await decodeImage(await canvas.convertToBlob());
      const steps = [{ op: "convert_order", to: "RGB" }, { op: "rescale", from: "0-255", to: "0-1" }];
      const { tensor, backend } = await pixelproof.compile({ steps }, image.spec).run(image, { backend: "gpu" });
      return { rows: Array.from(tensor.data), backend };
    });
    assert.deepEqual(seen, { rows: [1, 0, 0, 0, 0, 1], backend: WEBGPU ? "gpu" : "cpu" });
  });
});
