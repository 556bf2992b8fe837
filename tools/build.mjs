// `npm run build`: the two WebAssembly modules and the TypeScript API into dist/, the playground into www/dist/.

import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { output, program, root, run, runScript, Stop } from "./lib/process.mjs";
import { fingerprint, unlessUpToDate } from "./lib/stamp.mjs";
import { typesOf } from "./lib/types.mjs";
import { setup } from "./setup.mjs";

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
const apiInputs = ["crate/wasm/ts", "tsconfig.json", "node_modules/typescript/package.json"];
const playgroundInputs = [
  ...["index.html", "public", "src", "tsconfig.json", "vite.config.ts"].map((file) => `www/${file}`),
  "node_modules/vite/package.json",
];
const dist = join(root, "dist");
const target = "wasm32-unknown-unknown";

/** The browser decodes by itself; Node has the decoders in the module. */
const modules = [
  { name: "browser", features: [] },
  { name: "node", features: ["--features", "decode,schema"] },
];

export async function build() {
  await setup();
  const rust = fingerprint(rustInputs);
  for (const { name, features } of modules) {
    const outputs = ["pixelproof.js", "pixelproof.d.ts", "pixelproof_bg.wasm"].map((file) => `dist/wasm/${name}/${file}`);
    await unlessUpToDate(`wasm-${name}`, rust, outputs, () => buildModule(name, features));
  }
  const schema = ["schema.js", "schema.d.ts", "pipeline.d.ts"].map((file) => `dist/schema/${file}`);
  await unlessUpToDate("schema", fingerprint(["tools/lib/types.mjs"], rust), schema, writeSchema);
  const api = fingerprint([...apiInputs, "dist/schema"], rust);
  await unlessUpToDate("api", api, ["dist/index.js", "dist/index.d.ts", "dist/node.js"], () => {
    console.log("compiling the TypeScript API");
    // A file that was renamed would otherwise stay, and be packed.
    const old = readdirSync(dist).filter((name) => name !== "wasm" && name !== "schema");
    for (const name of old) rmSync(join(dist, name), { recursive: true });
    return runScript("typescript/bin/tsc", ["--project", "."]);
  });
  await unlessUpToDate("playground", fingerprint(playgroundInputs, api), ["www/dist/index.html"], async () => {
    console.log("building the playground");
    await runScript("typescript/bin/tsc", ["--project", "www"]);
    await runScript("vite/bin/vite.js", ["build", "www", "--logLevel", "warn"]);
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
  const out = join(dist, "wasm", name);
  mkdirSync(out, { recursive: true });
  for (const file of ["pixelproof.js", "pixelproof.d.ts"]) copyFileSync(join(bound, file), join(out, file));
  const [from, to] = [join(bound, "pixelproof_bg.wasm"), join(out, "pixelproof_bg.wasm")];
  await runScript("binaryen/bin/wasm-opt", ["-O3", "--strip-debug", "--strip-producers", from, "-o", to]);
  rmSync(bound, { recursive: true });
}

/** The schema as data, and as TypeScript types. */
async function writeSchema() {
  const module = await import(pathToFileURL(join(dist, "wasm", "node", "pixelproof.js")));
  module.initSync({ module: readFileSync(join(dist, "wasm", "node", "pixelproof_bg.wasm")) });
  const schema = JSON.parse(module.schema());
  const out = join(dist, "schema");
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, "schema.js"), `export const schema = ${JSON.stringify(schema)};\n`);
  writeFileSync(join(out, "schema.d.ts"), "export declare const schema: object;\n");
  writeFileSync(join(out, "pipeline.d.ts"), typesOf(schema));
}

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
