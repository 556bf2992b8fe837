// What was built from which inputs, so that a second build has nothing to do.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { root } from "./process.mjs";

/** A hash of the contents of files and folders, and of plain `text:` entries. */
export function fingerprint(inputs, ...texts) {
  const hash = createHash("sha256");
  for (const file of inputs.flatMap(files).sort()) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  for (const text of texts) hash.update(`\0${text}`);
  return hash.digest("hex");
}

function files(path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full).flatMap((name) => files(`${path}/${name}`));
}

/** Does `work` unless it was done from the same inputs and its outputs are still there. */
export async function unlessUpToDate(name, print, outputs, work) {
  const stamp = join(root, "target", "stamps", name);
  const done = existsSync(stamp) && readFileSync(stamp, "utf8") === print;
  if (done && outputs.every((file) => existsSync(join(root, file)))) return false;
  await work();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, print);
  return true;
}
