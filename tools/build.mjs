// `npm run build`: the two WebAssembly modules and the TypeScript API, into dist/.

import { copyFileSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import { output, program, root, run, runScript, Stop } from "./lib/process.mjs";
import { fingerprint, unlessUpToDate } from "./lib/stamp.mjs";

const rustInputs = [
  "Cargo.toml",
  "Cargo.lock",
  "rust-toolchain.toml",
  ".cargo/config.toml",
  "crate/src",
  "crate/wasm/Cargo.toml",
  "crate/wasm/src",
  "shaders",
  "tools/bindgen",
  "tools/build.mjs",
  "node_modules/binaryen/package.json",
];
const tsInputs = ["crate/wasm/ts", "tsconfig.json", "node_modules/typescript/package.json"];

/** The browser decodes by itself; Node has the decoders in the module. */
const modules = [
  { name: "browser", features: [] },
  { name: "node", features: ["--features", "decode"] },
];

const glue = (name) => ["pixelproof.js", "pixelproof.d.ts", "pixelproof_bg.wasm"].map((file) => `dist/wasm/${name}/${file}`);

export async function build() {
  const rust = fingerprint(rustInputs);
  for (const { name, features } of modules) {
    await unlessUpToDate(`wasm-${name}`, rust, glue(name), () => buildModule(name, features));
  }
  const api = ["dist/index.js", "dist/node.js", "dist/index.d.ts"];
  await unlessUpToDate("ts", fingerprint(tsInputs, rust), api, () => {
    console.log("compiling the TypeScript API");
    return runScript("typescript/bin/tsc", ["--project", "tsconfig.json"]);
  });
}

async function buildModule(name, features) {
  console.log(`building the WebAssembly module for ${name}`);
  await run("cargo", ["build", "--profile", "wasm", "--target", target, "-p", "pixelproof-wasm", ...features], {
    env: environment(),
  });
  const raw = join(targetDirectory(), target, "wasm", "pixelproof_wasm.wasm");
  const bound = join(root, "target", "bindgen", name);
  await run("cargo", ["run", "--quiet", "-p", "pixelproof-bindgen", "--", raw, bound, "pixelproof"]);
  const out = join(root, "dist", "wasm", name);
  mkdirSync(out, { recursive: true });
  for (const file of ["pixelproof.js", "pixelproof.d.ts"]) copyFileSync(join(bound, file), join(out, file));
  const [from, to] = [join(bound, "pixelproof_bg.wasm"), join(out, "pixelproof_bg.wasm")];
  await runScript("binaryen/bin/wasm-opt", ["-O3", "--strip-debug", "--strip-producers", from, "-o", to]);
  rmSync(bound, { recursive: true });
}

const target = "wasm32-unknown-unknown";

/** RUSTFLAGS would replace the flags of .cargo/config.toml, and with them simd128. */
function environment() {
  const { RUSTFLAGS, CARGO_ENCODED_RUSTFLAGS, ...rest } = process.env;
  return rest;
}

function targetDirectory() {
  const metadata = output("cargo", ["metadata", "--no-deps", "--format-version", "1"]);
  if (!metadata) throw new Stop("`cargo metadata` failed");
  return JSON.parse(metadata).target_directory;
}

await program(import.meta.url, build);
