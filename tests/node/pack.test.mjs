// The package as a stranger gets it: packed, installed into an empty folder, used from JavaScript and from TypeScript.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";

import { npm } from "../../tools/lib/process.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));

describe("the packed package", () => {
  let folder;
  const run = (command, ...args) => execFileSync(command, args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  const runNpm = (...args) => run(...npm(), ...args, "--ignore-scripts", "--no-audit", "--no-fund", "--offline");

  before(() => {
    folder = mkdtempSync(join(tmpdir(), "pixelproof-"));
    runNpm("pack", root, "--silent");
    writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "stranger", private: true, type: "module" }));
    const [tarball] = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
    runNpm("install", `./${tarball}`, "--silent");
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  test("holds the built files and nothing else", () => {
    const files = readdirSync(join(folder, "node_modules/pixelproof"), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name);
    assert.ok(files.filter((name) => name.endsWith(".wasm")).length === 2);
    const known = /\.(js|d\.ts|wasm)$|^package\.json$|^README\.md$|^LICENSE-\w+$/;
    assert.deepEqual(files.filter((name) => !known.test(name)), []);
    const { dependencies } = JSON.parse(readFileSync(join(folder, "node_modules/pixelproof/package.json"), "utf8"));
    assert.equal(dependencies, undefined);
  });

  test("runs", () => {
    writeFileSync(
      join(folder, "use.js"),
      `import { load } from "pixelproof";
       const pixelproof = await load();
       const spec = { size: { width: 320, height: 240 }, format: "Rgb8", range: "0-255" };
       const plan = pixelproof.compile("torchvision/resnet50", spec);
       const { tensor } = await plan.run({ spec, pixels: new Uint8Array(320 * 240 * 3).fill(128) });
       console.log(tensor.shape.join(), tensor.data[0].toFixed(4));`,
    );
    // (128 / 255 - 0.485) / 0.229
    assert.equal(run(process.execPath, "use.js").trim(), "1,3,224,224 0.0741");
  });

  test("has types that hold what the README promises", () => {
    writeFileSync(
      join(folder, "use.ts"),
      `import { type ImageSpec, type Pipeline, Plan, PixelproofError, decodeImage, load } from "pixelproof";
       const pixelproof = await load({ wasm: new URL("https://example.com/pixelproof.wasm") });
       const pipeline: Pipeline = {
         steps: [
           { op: "convert_order", to: "RGB" },
           { op: "resize", matches: "pillow", filter: "bilinear", fit: { shortest_edge: 256 } },
           { op: "rescale", from: "0-255", to: "0-1" },
           { op: "layout", to: "NCHW" },
         ],
       };
       const image = await decodeImage(new Blob([]));
       const spec: ImageSpec = image.spec;
       const plan: Plan = pixelproof.compile(pipeline, spec);
       const { tensor, backend, adapter, fallbackReason } = await plan.run(image, { backend: "auto" });
       const view = pixelproof.asTheModelSeesIt(tensor, plan);
       new ImageData(view.data, view.width, view.height);
       const texts: (string | undefined)[] = [backend, adapter, fallbackReason, pixelproof.presets()[0]?.pipeline.name];
       // @ts-expect-error: an order is not a pixel format
       const wrong: ImageSpec = { ...spec, format: "RGB" };
       // @ts-expect-error: a plan comes from compile
       new Plan();
       try { plan.free(); } catch (error) { if (error instanceof PixelproofError) console.log(error.code, error.details.step); }
       console.log(texts, wrong);`,
    );
    const options = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--target", "es2022", "--lib", "es2022,dom", "--types", ""];
    for (const module of [["nodenext", "nodenext"], ["esnext", "bundler"]]) {
      run(process.execPath, join(root, "node_modules/typescript/bin/tsc"), ...options, "--module", module[0], "--moduleResolution", module[1], "use.ts");
    }
  });
});
