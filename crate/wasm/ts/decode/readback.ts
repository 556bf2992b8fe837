// The exact RGBA bytes of an ImageBitmap.

import { PixelproofError } from "../error.js";
import type { Size } from "../types.js";

/** As large as every canvas and every WebGL texture may be. */
const TILE = 4096;

/**
 * A 2D canvas stores colours multiplied by alpha, which is exact where every pixel is opaque and loses the colour
 * elsewhere; a WebGL texture keeps them apart, but not every machine has WebGL. So the canvas goes first.
 */
export async function readPixels(bitmap: ImageBitmap): Promise<Uint8ClampedArray> {
  await (canvasIsTrue ??= selfTest(readCanvas));
  const canvas = readCanvas(bitmap);
  if (canvas && isOpaque(canvas)) return canvas;
  await (textureIsTrue ??= selfTest(readTexture));
  return readTexture(bitmap);
}

let canvasIsTrue: Promise<void> | undefined;
let textureIsTrue: Promise<void> | undefined;

type Reader = (bitmap: ImageBitmap) => Uint8ClampedArray | undefined | Promise<Uint8ClampedArray>;

/** Some browsers change what a page reads from a canvas, against fingerprinting: known pixels must come back as they are. */
async function selfTest(read: Reader): Promise<void> {
  const edge = 256;
  const known = new ImageData(edge, edge);
  let state = 1;
  for (let at = 0; at < known.data.length; at++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    known.data[at] = at % 4 === 3 ? 255 : state >>> 24;
  }
  const bitmap = await createImageBitmap(known, { premultiplyAlpha: "none", colorSpaceConversion: "none" });
  try {
    const seen = await read(bitmap);
    if (!seen || seen.every((byte, at) => byte === known.data[at])) return;
    throw new PixelproofError(
      "Unsupported",
      "this browser adds noise to what a page reads from a canvas, against fingerprinting, so no pixel would be exact; " +
        "allow this page to read canvases, or hand in pixels that were decoded elsewhere",
    );
  } finally {
    bitmap.close();
  }
}

function isOpaque(rgba: Uint8ClampedArray): boolean {
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at] !== 255) return false;
  return true;
}

interface Tile extends Size {
  x: number;
  y: number;
}

function tilesOf({ width, height }: Size): Tile[] {
  const tiles: Tile[] = [];
  for (let y = 0; y < height; y += TILE) {
    for (let x = 0; x < width; x += TILE) {
      tiles.push({ x, y, width: Math.min(TILE, width - x), height: Math.min(TILE, height - y) });
    }
  }
  return tiles;
}

function putTile(rgba: Uint8ClampedArray, width: number, tile: Tile, pixels: Uint8ClampedArray): void {
  for (let row = 0; row < tile.height; row++) {
    const from = row * tile.width * 4;
    rgba.set(pixels.subarray(from, from + tile.width * 4), ((tile.y + row) * width + tile.x) * 4);
  }
}

/** Stops at the first tile that is not opaque: nothing of it would be used. */
function readCanvas(bitmap: ImageBitmap): Uint8ClampedArray | undefined {
  const tiles = tilesOf(bitmap);
  const rgba = tiles.length > 1 ? new Uint8ClampedArray(bitmap.width * bitmap.height * 4) : undefined;
  for (const tile of tiles) {
    const context = new OffscreenCanvas(tile.width, tile.height).getContext("2d", { willReadFrequently: true });
    if (!context) return undefined;
    context.drawImage(bitmap, -tile.x, -tile.y);
    const { data } = context.getImageData(0, 0, tile.width, tile.height);
    if (!rgba) return data;
    if (!isOpaque(data)) return undefined;
    putTile(rgba, bitmap.width, tile, data);
  }
  return rgba;
}

async function readTexture(bitmap: ImageBitmap): Promise<Uint8ClampedArray> {
  const gl = new OffscreenCanvas(1, 1).getContext("webgl2");
  if (!gl) {
    throw new PixelproofError(
      "Unsupported",
      "the picture has translucent pixels, and without WebGL this browser gives away their colours only multiplied by " +
        "alpha, which is not exact; use a picture without transparency",
    );
  }
  try {
    const rgba = new Uint8ClampedArray(bitmap.width * bitmap.height * 4);
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
    gl.pixelStorei(gl.UNPACK_COLORSPACE_CONVERSION_WEBGL, gl.NONE);
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
    for (const tile of tilesOf(bitmap)) {
      const { x, y, width, height } = tile;
      const part = await createImageBitmap(bitmap, x, y, width, height, {
        premultiplyAlpha: "none",
        colorSpaceConversion: "none",
      });
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, part);
      part.close();
      const pixels = new Uint8ClampedArray(width * height * 4);
      gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
      putTile(rgba, bitmap.width, tile, pixels);
    }
    return rgba;
  } finally {
    // A page may have only a few contexts.
    gl.getExtension("WEBGL_lose_context")?.loseContext();
  }
}
