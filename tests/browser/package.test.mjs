// The package as it is, in a page and in a worker: loading, running beside each other, and decoding exactly.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { crc32, deflateSync } from "node:zlib";
import { load } from "pixelproof";
import { launch, ROOT, servePage, WEBGPU, withoutBrowser } from "./harness.mjs";

const input = (name) => readFileSync(`${ROOT}tests/golden/inputs/${name}`);

describe(`the package, WebGPU ${WEBGPU ? "on" : "off"}`, { skip: withoutBrowser }, () => {
  let server;
  let browser;
  let page;
  let pixelproof;

  before(async () => {
    pixelproof = await load();
    server = await servePage(ROOT);
    browser = await launch();
    page = await blankPage();
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  async function blankPage() {
    const fresh = await browser.newPage();
    await fresh.route("**/blank", (route) => route.fulfill({ contentType: "text/html", body: "<title>blank</title>" }));
    await fresh.goto(`${server.url}blank`);
    return fresh;
  }

  /** What decodeImage gives for a file: its spec and its bytes, or its error. */
  const decodeInBrowser = async (bytes) => {
    const answer = await page.evaluate(async (file) => {
      const { PixelproofError, decodeImage } = await import("/dist/index.js");
      const binary = Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0));
      try {
        const { spec, pixels } = await decodeImage(new Blob([binary]));
        const text = Array.from({ length: Math.ceil(pixels.length / 8192) }, (_, part) =>
          String.fromCharCode(...pixels.subarray(part * 8192, (part + 1) * 8192)),
        );
        return { spec, pixels: btoa(text.join("")) };
      } catch (error) {
        return { real: error instanceof PixelproofError, code: error.code, message: error.message, details: error.details };
      }
    }, Buffer.from(bytes).toString("base64"));
    return answer.spec ? { ...answer, pixels: Buffer.from(answer.pixels, "base64") } : answer;
  };

  test("what a page loads, it loads once, and after a failure again", async () => {
    const fresh = await blankPage();
    const seen = await fresh.evaluate(async () => {
      const { load } = await import("/dist/index.js");
      const failed = await load({ wasm: new URL("/nowhere.wasm", location.href) }).catch((error) => error.code);
      const [a, b] = await Promise.all([load(), load()]);
      return { failed, same: a === b, presets: a.presets().length };
    });
    assert.deepEqual(seen, { failed: "Internal", same: true, presets: pixelproof.presets().length });
    await fresh.close();
  });

  test("runs that overlap give the CPU's numbers, in a page and in a worker", async () => {
    const work = `async (load) => {
      const pixelproof = await load();
      const spec = { size: { width: 61, height: 47 }, format: "Rgb8", range: "0-255" };
      const images = [3, 5, 7].map((step) => ({ spec, pixels: new Uint8Array(61 * 47 * 3).map((_, at) => at * step) }));
      const plan = pixelproof.compile("torchvision/resnet50", spec);
      const runs = images.map((image) => plan.run(image, { backend: "gpu" }));
      plan.run({ spec, pixels: new Uint8Array(1) }).catch(() => undefined);
      const results = await Promise.all(runs);
      return results.map(({ tensor, backend, adapter, fallbackReason }, at) => ({
        count: pixelproof.difference(tensor, plan.runSync(images[at]).tensor).count,
        backend,
        adapter: typeof adapter,
        fallbackReason,
      }));
    }`;
    const inPage = await page.evaluate(`import("/dist/index.js").then(({ load }) => (${work})(load))`);
    const inWorker = await page.evaluate(async (text) => {
      const source = `import { load } from "${location.origin}/dist/index.js"; postMessage(await (${text})(load));`;
      const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
      return new Promise((resolve, reject) => {
        const worker = new Worker(address, { type: "module" });
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = ({ message }) => reject(new Error(message));
      });
    }, work);
    for (const { count, backend, adapter, fallbackReason } of [...inPage, ...inWorker]) {
      assert.equal(count, 0);
      assert.equal(backend, WEBGPU ? "gpu" : "cpu", fallbackReason);
      assert.equal(adapter, WEBGPU ? "string" : "undefined");
      if (!WEBGPU) assert.match(fallbackReason, /WebGPU|adapter/);
    }
    assert.equal(inPage.length + inWorker.length, 6);
  });

  test("an array for the result that is transferred while the run waits rejects it, and harms no other", async () => {
    const seen = await page.evaluate(async () => {
      const { load, PixelproofError } = await import("/dist/index.js");
      const pixelproof = await load();
      const spec = { size: { width: 61, height: 47 }, format: "Rgb8", range: "0-255" };
      const image = { spec, pixels: new Uint8Array(61 * 47 * 3).map((_, at) => at * 3) };
      const plan = pixelproof.compile("torchvision/resnet50", spec);
      const into = new Float32Array(3 * 224 * 224);
      const lost = plan.run(image, { backend: "gpu", into }).then(
        () => "resolved",
        (error) => ({ real: error instanceof PixelproofError, code: error.code, got: error.details.got }),
      );
      const kept = plan.run(image, { backend: "gpu" });
      structuredClone(into, { transfer: [into.buffer] });
      const { tensor } = await kept;
      return { lost: await lost, count: pixelproof.difference(tensor, plan.runSync(image).tensor).count };
    });
    assert.deepEqual(seen, { lost: { real: true, code: "InvalidInput", got: "a detached array" }, count: 0 });
  });

  test("the browser's module has no decoders, and says what has", async () => {
    const error = await page.evaluate(async () => {
      const { load } = await import("/dist/index.js");
      const pixelproof = await load();
      try {
        pixelproof.decode(new Uint8Array(1));
      } catch ({ code, message }) {
        return { code, message };
      }
    });
    assert.equal(error.code, "Unsupported");
    assert.match(error.message, /decodeImage/);
  });

  describe("decodeImage", () => {
    const exact = ["photo_a", "gray8", "gray16", "la", "rgb16", "palette", "palette_trns", "bit1", "rgba", "row7", "px1"];
    for (const name of exact) {
      test(`${name}.png, exactly as the Rust decoder`, async () => {
        const { image } = pixelproof.decode(input(`${name}.png`));
        const { spec, pixels } = await decodeInBrowser(input(`${name}.png`));
        assert.deepEqual(spec, { size: image.spec.size, format: "Rgba8", range: "0-255" });
        assert.ok(pixels.equals(toRgba(image)));
      });
    }

    // A tile of the readback is 4096 pixels wide and high.
    for (const [width, height] of [[4099, 3], [3, 4099]]) {
      for (const alpha of [255, 100]) {
        test(`${width}x${height} of alpha ${alpha}, in more than one tile`, async () => {
          const wanted = Buffer.from(Uint8Array.from({ length: width * height * 4 }, (_, at) => (at % 4 === 3 ? alpha : at * 31)));
          const { pixels } = await decodeInBrowser(rgbaPng(width, height, wanted));
          assert.ok(pixels.equals(wanted));
        });
      }
    }

    test("JPEGs stand upright by their EXIF orientation", async () => {
      for (const name of ["exif2", "exif3", "exif5", "exif6", "exif8"]) {
        const { image } = pixelproof.decode(input(`${name}.jpg`));
        const { spec, pixels } = await decodeInBrowser(input(`${name}.jpg`));
        assert.deepEqual(spec.size, image.spec.size, name);
        // The decoders round differently; a picture turned the wrong way would be far off.
        const wanted = toRgba(image);
        assert.ok(pixels.every((byte, at) => Math.abs(byte - wanted[at]) <= 4), name);
      }
    });

    const refused = {
      "0 bytes": [Buffer.alloc(0), "Decode", /empty \(0 bytes\)/],
      "a text": [Buffer.from("hello"), "Decode", /not a picture/],
      "half a PNG": [input("photo_a.png").subarray(0, 600), "Decode", /broken or truncated PNG/],
      "half a JPEG": [input("base444.jpg").subarray(0, 600), "Decode", /broken or truncated JPEG/],
      "60000 x 60000": [rgbaPng(60000, 60000, Buffer.alloc(0)), "Limits", /60000x60000 pixels.*scale it down/],
    };
    for (const [what, [bytes, code, message]] of Object.entries(refused)) {
      test(`refuses ${what}`, async () => {
        const error = await decodeInBrowser(bytes);
        assert.ok(error.real);
        assert.equal(error.code, code);
        assert.match(error.message, message);
        if (code === "Limits") assert.deepEqual(error.details, { expected: "at most 268435456", got: "3600000000" });
      });
    }
  });

  test("the head of every kind of WebP is read: extended, lossy and lossless", async () => {
    const seen = await page.evaluate(async () => {
      const { readHeader } = await import("/dist/decode/header.js");
      const canvas = new OffscreenCanvas(301, 77);
      canvas.getContext("2d").fillRect(0, 0, 301, 77);
      const kinds = {};
      const add = async (blob) => {
        const { width, height } = await createImageBitmap(blob);
        kinds[await blob.slice(12, 16).text()] = { ...(await readHeader(blob)), real: { width, height } };
      };
      for (const quality of [0.5, 1]) {
        // The browser writes the extended form, with the simple one among its chunks.
        const extended = await canvas.convertToBlob({ type: "image/webp", quality });
        await add(extended);
        const view = new DataView(await extended.arrayBuffer());
        for (let at = 12; at < view.byteLength; ) {
          const size = 8 + view.getUint32(at + 4, true) + (view.getUint32(at + 4, true) % 2);
          const chunk = extended.slice(at, at + size);
          const length = new Uint8Array(Uint32Array.of(4 + size).buffer);
          if (/^VP8[ L]/.test(await chunk.slice(0, 4).text())) await add(new Blob(["RIFF", length, "WEBP", chunk]));
          at += size;
        }
      }
      return kinds;
    });
    assert.deepEqual(Object.keys(seen).sort(), ["VP8 ", "VP8L", "VP8X"]);
    const size = { width: 301, height: 77 };
    for (const header of Object.values(seen)) assert.deepEqual(header, { format: "WebP", size, real: size });
  });
});

function toRgba({ spec, pixels }) {
  const count = pixels.length / (spec.size.width * spec.size.height);
  const place = { 1: [0, 0, 0], 3: [0, 1, 2], 4: [0, 1, 2, 3] }[count];
  return Buffer.from(Uint8Array.from({ length: (pixels.length / count) * 4 }, (_, at) => {
    const channel = place[at % 4];
    return channel === undefined ? 255 : pixels[Math.floor(at / 4) * count + channel];
  }));
}

/** A PNG that declares a size, with the rows that there are. */
function rgbaPng(width, height, rgba) {
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const numbers = Buffer.alloc(8);
    numbers.writeUInt32BE(data.length, 0);
    numbers.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([numbers.subarray(0, 4), body, numbers.subarray(4)]);
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 6, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const rows = [];
  for (let at = 0; at < rgba.length; at += width * 4) rows.push(Buffer.of(0), rgba.subarray(at, at + width * 4));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.concat(rows))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
