// Opens the built playground and reads what it shows.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { launch, ROOT, servePage } from "./harness.mjs";

const BUILT = join(ROOT, "www/dist");

/** One browser and one server for a test file; a fresh page for each test. */
export async function openPlayground() {
  if (!existsSync(join(BUILT, "index.html"))) throw new Error(`${BUILT} is not built; run npm run build first`);
  const server = await servePage(BUILT);
  const browser = await launch();
  return {
    url: server.url,
    visit: (hash, options) => visit(browser, server.url, hash, options),
    close: async () => {
      await browser.close();
      await server.close();
    },
  };
}

async function visit(browser, url, hash = "", options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(url + hash);
  return {
    page,
    complaints,
    close: () => context.close(),
    ...readers(page),
  };
}

function readers(page) {
  /** Waits until the stage shows a selection with all of these, such as `mistake=no-rescale`. */
  const shows = (...parts) =>
    page.waitForFunction(
      (wanted) => {
        const shown = document.querySelector("comparison-stage")?.dataset.shows?.slice(1).split("&") ?? [];
        return shown.length > 0 && wanted.every((part) => shown.includes(part));
      },
      parts,
      { timeout: 20_000 },
    );

  /** Size and RGBA bytes of a side's canvas. */
  const picture = (side) =>
    page.evaluate((side) => {
      const canvas = document.querySelector(`.layer.${side} canvas`);
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      return { width: canvas.width, height: canvas.height, data: Array.from(data) };
    }, side);

  /** The table of a side: `[channel, mean, min, max]` a row. */
  const stats = (side) =>
    page.$$eval(`[data-side=${side}] tbody tr`, (rows) =>
      rows.map((row) => {
        const [name, ...numbers] = [...row.children].slice(0, 4).map((cell) => cell.textContent);
        return [name, ...numbers.map((text) => Number(text.replace("−", "-")))];
      }),
    );

  const figure = (name) => page.textContent(`[data-figure=${name}]`);
  const facts = (side) => page.$$eval(`[data-side=${side}] .facts dd`, (all) => all.map((dd) => dd.textContent));
  const text = (selector) => page.textContent(selector);

  /** The colour of the page, as it is painted, at a place of the frame given in shares of its size. */
  const painted = async (x, y) => {
    const shot = await page.locator(".frame").screenshot();
    return page.evaluate(
      async ({ bytes, x, y }) => {
        const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))]));
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
        context.drawImage(bitmap, 0, 0);
        const { data } = context.getImageData(Math.floor(x * bitmap.width), Math.floor(y * bitmap.height), 1, 1);
        return Array.from(data.slice(0, 3));
      },
      { bytes: shot.toString("base64"), x, y },
    );
  };

  return { shows, picture, stats, figure, facts, text, painted };
}
