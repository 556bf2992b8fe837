// Running other programs, the same way on every system.

import { spawn, spawnSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** A failure that was already explained; its message is all that the user needs to see. */
export class Stop extends Error {}

/** Runs a program with the terminal's own input and output, and gives its exit code. */
export function exitCode(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: "inherit", ...options });
    child.on("error", reject);
    child.on("close", (code, signal) => resolve(code ?? `signal ${signal}`));
  });
}

/** Runs a program, and stops everything if it fails. */
export async function run(command, args, options) {
  const code = await exitCode(command, args, options);
  if (code !== 0) throw new Stop(`\`${[command, ...args].join(" ")}\` failed (${code})`);
}

/** Runs a script of a package in node_modules: no shell, no `.cmd` files. */
export function runScript(path, args, options) {
  return run(process.execPath, [`${root}node_modules/${path}`, ...args], options);
}

/** npm as a program and its first arguments. */
export function npm() {
  const script = process.env.npm_execpath;
  if (script?.endsWith("js")) return [process.execPath, script];
  return [process.platform === "win32" ? "npm.cmd" : "npm"];
}

/** What a program prints, or undefined if it is missing or fails. */
export function output(command, args) {
  const result = spawnSync(command, args, { cwd: root, encoding: "utf8" });
  return result.status === 0 ? result.stdout.trim() : undefined;
}

/** Runs `main` if the module is the program that was started, and ends with an honest exit code. */
export async function program(url, main) {
  if (!process.argv[1] || realpathSync(process.argv[1]) !== fileURLToPath(url)) return;
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    console.error(error instanceof Stop ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}
