// Runs a test runner, shows what it prints, and counts its tests by its own closing lines.

import { spawn } from "node:child_process";

import { root } from "./process.mjs";

/** One for each runner: what it prints at the end of a test file or a whole run. */
const closingLines = [
  // cargo test, once a test binary
  /^test result: \w+\. (?<passed>\d+) passed; (?<failed>\d+) failed; (?<skipped>\d+) ignored/gm,
  // node --test, at the end
  /^(?:# |ℹ )pass (?<passed>\d+)\n(?:# |ℹ )fail (?<failed>\d+)\n.*\n(?:# |ℹ )skipped (?<skipped>\d+)/gm,
];

/** `{ name, ok, passed, failed, skipped }` of a test runner. */
export async function runTests(name, command, args, env = {}) {
  console.log(`\n── ${name} ──`);
  let text = "";
  const code = await new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env: { ...process.env, ...env }, stdio: ["inherit", "pipe", "inherit"] });
    child.stdout.setEncoding("utf8").on("data", (part) => {
      process.stdout.write(part);
      text += part;
    });
    child.on("error", (error) => {
      console.error(`${command} could not be started: ${error.message}`);
      resolve(1);
    });
    child.on("close", resolve);
  });
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const pattern of closingLines) {
    for (const { groups } of text.matchAll(pattern)) {
      for (const key of Object.keys(counts)) counts[key] += Number(groups[key]);
    }
  }
  return { name, ok: code === 0, ...counts };
}
