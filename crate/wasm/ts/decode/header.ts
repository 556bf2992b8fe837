// The size that a picture file declares, read from its head, before a decoder takes memory for it.

import type { Size } from "../types.js";

export interface Header {
  format: "PNG" | "JPEG" | "WebP" | "GIF" | "BMP";
  /** Missing if the head is broken; the decoder will say how. */
  size?: Size | undefined;
}

/** Reads the head of a picture file, or nothing if it is of a format that is not known here. */
export async function readHeader(source: Blob): Promise<Header | undefined> {
  const head = await bytesAt(source, 0, 32);
  const is = (at: number, text: string) => [...text].every((letter, i) => byte(head, at + i) === letter.charCodeAt(0));
  if (is(0, "\x89PNG\r\n\x1a\n")) return { format: "PNG", size: sizeOf(head, 24, () => [head.getUint32(16), head.getUint32(20)]) };
  if (is(0, "\xff\xd8\xff")) return { format: "JPEG", size: await jpegSize(source) };
  if (is(0, "RIFF") && is(8, "WEBP")) return { format: "WebP", size: webpSize(head, is) };
  if (is(0, "GIF8")) return { format: "GIF", size: sizeOf(head, 10, () => [head.getUint16(6, true), head.getUint16(8, true)]) };
  if (is(0, "BM")) {
    // A negative height means that the rows lie from top to bottom.
    return { format: "BMP", size: sizeOf(head, 26, () => [head.getInt32(18, true), Math.abs(head.getInt32(22, true))]) };
  }
  return undefined;
}

async function bytesAt(source: Blob, at: number, length: number): Promise<DataView> {
  return new DataView(await source.slice(at, at + length).arrayBuffer());
}

function byte(view: DataView, at: number): number | undefined {
  return at < view.byteLength ? view.getUint8(at) : undefined;
}

function sizeOf(view: DataView, needed: number, read: () => [number, number]): Size | undefined {
  if (view.byteLength < needed) return undefined;
  const [width, height] = read();
  return { width, height };
}

function webpSize(head: DataView, is: (at: number, text: string) => boolean): Size | undefined {
  if (is(12, "VP8 ")) return sizeOf(head, 30, () => [head.getUint16(26, true) & 0x3fff, head.getUint16(28, true) & 0x3fff]);
  if (is(12, "VP8L")) {
    return sizeOf(head, 25, () => {
      const bits = head.getUint32(21, true);
      return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
    });
  }
  if (is(12, "VP8X")) {
    return sizeOf(head, 30, () => [(head.getUint32(24, true) & 0xffffff) + 1, (head.getUint32(26, true) >>> 8) + 1]);
  }
  return undefined;
}

/** More segments than any camera writes; bounds the work that a hostile file can ask for. */
const MAX_SEGMENTS = 1000;

async function jpegSize(source: Blob): Promise<Size | undefined> {
  let at = 2;
  for (let segment = 0; segment < MAX_SEGMENTS; segment++) {
    const view = await bytesAt(source, at, 9);
    if (view.byteLength < 9 || view.getUint8(0) !== 0xff) return undefined;
    const marker = view.getUint8(1);
    if (marker === 0xff) {
      // A fill byte before the marker.
      at += 1;
      continue;
    }
    const startsFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (startsFrame) return { width: view.getUint16(7), height: view.getUint16(5) };
    at += 2 + view.getUint16(2);
  }
  return undefined;
}
