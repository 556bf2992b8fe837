// What the tests need from the system: a Chromium, and a Vulkan driver that runs on the CPU.

import { existsSync, readdirSync } from "node:fs";

import { exitCode, output } from "./process.mjs";

const DRIVERS = "/usr/share/vulkan/icd.d";

/** Whether there is a Chromium, and a Vulkan driver for the native GPU tests. */
export function systemHas() {
  return {
    chromium: existsSync(process.env.CHROMIUM ?? "/usr/bin/chromium"),
    vulkan: existsSync(DRIVERS) && readdirSync(DRIVERS).some((name) => name.endsWith(".json")),
  };
}

/** Installs what is missing where that is possible without asking: as root on Debian. */
export async function installMissing() {
  const has = systemHas();
  const missing = [!has.chromium && "chromium", !has.vulkan && "mesa-vulkan-drivers"].filter(Boolean);
  const possible = process.getuid?.() === 0 && output("apt-get", ["--version"]) !== undefined;
  if (missing.length === 0 || !possible) return;
  console.log(`installing ${missing.join(" and ")}`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await exitCode("apt-get", ["update", "-qq"], { env });
  await exitCode("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...missing], { env });
}
