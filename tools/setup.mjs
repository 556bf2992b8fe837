// What must be there before anything can be built: Rust with the WebAssembly target, and the npm packages.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { Stop, npm, output, program, root, run } from "./lib/process.mjs";
import { fingerprint, unlessUpToDate } from "./lib/stamp.mjs";

const TARGET = "wasm32-unknown-unknown";

export async function setup() {
  await setUpRust();
  const [command, ...args] = npm();
  await unlessUpToDate("npm", fingerprint(["package-lock.json"]), ["node_modules/.package-lock.json"], () => {
    console.log("installing the npm packages");
    // No package here needs its install script.
    return run(command, [...args, "install", "--ignore-scripts", "--no-audit", "--no-fund"]);
  });
}

async function setUpRust() {
  const { channel } = /channel = "(?<channel>.+)"/.exec(readFileSync(join(root, "rust-toolchain.toml"), "utf8")).groups;
  if (output("rustup", ["--version"]) === undefined) {
    if (output("cargo", ["--version"]) === undefined) {
      throw new Stop(`Rust is missing. Install Rust ${channel} with rustup, see https://rustup.rs, then try again.`);
    }
    const library = join(output("rustc", ["--print", "sysroot"]) ?? "", "lib", "rustlib", TARGET);
    if (existsSync(library)) return;
    throw new Stop(`This Rust has no ${TARGET} target, and without rustup it cannot be added here. Install rustup, see https://rustup.rs.`);
  }
  // rustup may be set not to install the toolchain of rust-toolchain.toml by itself.
  if (output("cargo", ["--version"]) === undefined) {
    await run("rustup", ["toolchain", "install", channel, "--profile", "minimal"]);
  }
  const installed = output("rustup", ["target", "list", "--installed", "--toolchain", channel]) ?? "";
  if (!installed.split(/\s+/).includes(TARGET)) await run("rustup", ["target", "add", TARGET, "--toolchain", channel]);
}

await program(import.meta.url, setup);
