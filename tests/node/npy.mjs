// Reads .npy files, as far as the golden vectors need it: C order, little endian.

import { readFileSync } from "node:fs";

const arrays = { "|u1": Uint8Array, "<u2": Uint16Array, "<u4": Uint32Array, "<i4": Int32Array, "<f4": Float32Array };

/** `{ shape, data }` of a file. */
export function readNpy(url) {
  const file = readFileSync(url);
  if (file.toString("latin1", 1, 6) !== "NUMPY") throw new Error(`${url} is no .npy file`);
  const start = 10 + file.readUInt16LE(8);
  const header = file.toString("latin1", 10, start);
  const { type } = /'descr': '(?<type>[^']+)'/.exec(header).groups;
  const { axes } = /'shape': \((?<axes>[^)]*)\)/.exec(header).groups;
  const fortran = header.includes("'fortran_order': True");
  if (!arrays[type] || fortran) throw new Error(`${url} is of an unexpected kind: ${header}`);
  const shape = axes.split(",").filter((axis) => axis.trim()).map(Number);
  // Copied, because a typed array must begin at a multiple of its element size.
  const data = new arrays[type](file.buffer.slice(file.byteOffset + start, file.byteOffset + file.length));
  return { shape, data };
}
