// `node tools/numerics.mjs`: runs the golden table on every executor there is here and writes what it measured into
// docs/NUMERICS.md, between the two markers. tests/numerics.rs fails where the column of the CPU is not what it measures.
//
//   node tools/numerics.mjs               runs the suites; needs a Vulkan driver and a Chromium
//   node tools/numerics.mjs --from FILE   only writes the table, from the lines that the suites wrote with
//                                         PIXELPROOF_NUMERICS=FILE; columns that it has nothing of stay

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { program, root, Stop } from "./lib/process.mjs";
import { runTests } from "./lib/runner.mjs";

const DOCUMENT = join(root, "docs/NUMERICS.md");
const [BEGIN, END] = ["<!-- measured: begin -->", "<!-- measured: end -->"];

const EXECUTORS = [
  ["cpu", "CPU"],
  ["vulkan", "GPU, Vulkan (lavapipe)"],
  ["wasm", "WebAssembly, Node"],
  ["webgpu", "WebGPU, Chromium (SwiftShader)"],
];

await program(import.meta.url, async () => {
  const from = process.argv.indexOf("--from");
  if (from > 0) return write(process.argv[from + 1]);
  const folder = mkdtempSync(join(tmpdir(), "numerics-"));
  const file = join(folder, "lines");
  writeFileSync(file, "");
  const environment = { PIXELPROOF_NUMERICS: file, PIXELPROOF_WEBGPU: "on", PIXELPROOF_REQUIRE_GPU: "1" };
  const node = (test) => ["--test", "--test-reporter=dot", test];
  await runTests("golden", "cargo", ["test", "--test", "golden", "every_case"], environment);
  await runTests("parity", "cargo", ["test", "--test", "parity", "every_case"], environment);
  await runTests("Node", process.execPath, node("tests/node/golden.test.mjs"), environment);
  await runTests("browser", process.execPath, node("tests/browser/golden.test.mjs"), environment);
  const code = write(file);
  rmSync(folder, { recursive: true });
  return code;
});

function write(file) {
  const lines = readFileSync(file, "utf8").trim().split("\n").map((line) => JSON.parse(line));
  const groups = [...new Set(lines.map(({ group }) => group))].sort();
  const text = readFileSync(DOCUMENT, "utf8");
  const [before, after] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (before < 0 || after < before) throw new Stop(`${DOCUMENT} has no ${BEGIN} ... ${END}`);
  const parts = (row) => row.split("|").slice(1, -1).map((part) => part.trim());
  const old = new Map(text.slice(before, after).split("\n").map(parts).map(([group, ...cells]) => [group, cells]));
  const rows = [...groups, "all"].map((group) => {
    const cells = EXECUTORS.map(([id], column) => {
      const all = lines.filter((line) => line.executor === id);
      if (all.length === 0) return old.get(group)?.[column] ?? "not measured";
      return cell(all.filter((line) => group === "all" || line.group === group));
    });
    return `| ${group} | ${cells.join(" | ")} |`;
  });
  const head = [`| group | ${EXECUTORS.map(([, name]) => name).join(" | ")} |`, `|---|${EXECUTORS.map(() => "---|").join("")}`];
  const table = [BEGIN, ...head, ...rows, END].join("\n");
  writeFileSync(DOCUMENT, text.slice(0, before) + table + text.slice(after + END.length));
  console.log(table);
  return 0;
}

/** `cases, max |d|, differing of compared`; tests/numerics.rs writes the same for the CPU. */
function cell(lines) {
  const max = lines.reduce((most, line) => Math.max(most, line.max), 0);
  const sum = (key) => lines.reduce((total, line) => total + line[key], 0);
  const onCpu = lines.filter((line) => line.on_cpu).length;
  const cases = onCpu > 0 ? `${lines.length} (${onCpu} by the CPU)` : lines.length;
  return `${cases}, ${max === 0 ? 0 : max.toExponential(1).replace("+", "")}, ${sum("differ")} of ${sum("compared")}`;
}
