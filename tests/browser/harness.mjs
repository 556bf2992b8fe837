// What every browser test needs: a Chromium, and a server for a folder.

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** `PIXELPROOF_WEBGPU=on` gives Chromium its software adapter; without it there is none, which tests the fallback. */
export const WEBGPU = process.env.PIXELPROOF_WEBGPU === "on";

const EXECUTABLE = process.env.CHROMIUM ?? "/usr/bin/chromium";

const FLAGS = [
  "--no-sandbox",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--disable-quic",
];
const WEBGPU_FLAGS = ["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"];

/** Why the tests that need a browser cannot run here, or false: what node:test takes as `skip`. */
export const withoutBrowser = existsSync(EXECUTABLE) ? false : `there is no Chromium at ${EXECUTABLE}; set CHROMIUM`;

/** Starts Chromium; the caller closes it. */
export function launch({ webgpu = WEBGPU, args = [] } = {}) {
  return chromium.launch({
    executablePath: EXECUTABLE,
    args: [...FLAGS, ...(webgpu ? WEBGPU_FLAGS : []), ...args],
  });
}

const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".mjs": "text/javascript; charset=utf-8",
  ".onnx": "application/octet-stream",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webp": "image/webp",
};

/** Serves a folder on this machine, on a free port. */
export async function servePage(folder) {
  const root = normalize(folder.endsWith(sep) ? folder : folder + sep);
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const path = normalize(join(root, decodeURIComponent(pathname.endsWith("/") ? `${pathname}index.html` : pathname)));
    try {
      if (!path.startsWith(root)) throw new Error("outside of the folder");
      const body = await readFile(path);
      response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" }).end(body);
    } catch {
      response.writeHead(404, { "content-type": "text/plain" }).end("not found");
    }
  });
  await new Promise((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
