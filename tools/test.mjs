// `npm test`: every test there is. What cannot run here is named, with the reason.

import { existsSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { build } from "./build.mjs";
import { exitCode, program, root } from "./lib/process.mjs";
import { runTests } from "./lib/runner.mjs";
import { installMissing, systemHas } from "./lib/system.mjs";

await program(import.meta.url, async () => {
  await build();
  await installMissing();
  const has = systemHas();
  const missing = [];
  const results = [];

  if (existsSync(join(root, "tests/golden/manifest.json"))) {
    const ok = (await exitCode(process.execPath, ["tests/make_golden_cases.mjs", "--check"])) === 0;
    results.push({ name: "golden table is what its rules give", ok, passed: Number(ok), failed: Number(!ok), skipped: 0 });
  } else {
    missing.push("the check of tests/golden_cases.json: the vectors that it is made from, tests/golden, are not here");
  }

  // Without a driver the GPU tests say that they skip themselves; with one they must not.
  if (!has.vulkan) missing.push("the native GPU tests: there is no Vulkan driver (Debian: mesa-vulkan-drivers)");
  const environment = has.vulkan ? { PIXELPROOF_REQUIRE_GPU: "1" } : {};
  // tests/fuzz.rs: long enough to find something, short enough to wait for.
  environment.PIXELPROOF_FUZZ_SECONDS = process.env.PIXELPROOF_FUZZ_SECONDS ?? "120";
  // Without it every GPU test complains about a display that it does not need.
  environment.XDG_RUNTIME_DIR = process.env.XDG_RUNTIME_DIR ?? tmpdir();
  results.push(await runTests("Rust", "cargo", ["test", "--workspace", "--no-fail-fast"], environment));

  results.push(await node("Node", "tests/node"));

  if (has.chromium) {
    for (const webgpu of ["on", "off"]) {
      results.push(await node(`browser, WebGPU ${webgpu}`, "tests/browser", { PIXELPROOF_WEBGPU: webgpu }));
    }
  } else {
    missing.push("the browser tests: there is no Chromium (Debian: chromium; or set CHROMIUM to its path)");
  }
  return report(results, missing);
});

function node(name, folder, env) {
  // By name: what a folder means to `node --test` differs between its versions.
  const path = join(root, folder);
  const files = existsSync(path) ? readdirSync(path).filter((file) => file.endsWith(".test.mjs")) : [];
  return runTests(name, process.execPath, ["--test", "--test-reporter=spec", ...files.map((file) => `${folder}/${file}`)], env);
}

function report(results, missing) {
  console.log("\n── summary ──");
  for (const { name, ok, passed, failed, skipped } of results) {
    console.log(`${ok ? "ok    " : "FAILED"} ${name}: ${passed} passed, ${failed} failed, ${skipped} skipped`);
  }
  for (const what of missing) console.log(`not run ${what}`);
  return results.every(({ ok }) => ok) ? 0 : 1;
}
