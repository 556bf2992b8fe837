// Pictures of the visitor's own, and files that are none.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { crc32, deflateSync } from "node:zlib";
import { ROOT, WEBGPU, withoutBrowser } from "./harness.mjs";
import { openPlayground } from "./playground.mjs";

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A PNG that declares a size and holds whatever rows it is given. */
function png(width, height, rows) {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

describe(`files, WebGPU ${WEBGPU ? "on" : "off"}`, { skip: withoutBrowser }, () => {
  let playground;
  let coffee;
  before(async () => {
    playground = await openPlayground();
    coffee = await readFile(join(ROOT, "www/public/photos/coffee.png"));
  });
  after(() => playground?.close());

  const choose = (page, name, mimeType, buffer) => page.setInputFiles("#file", { name, mimeType, buffer });

  const bad = [
    ["an empty file", "empty.png", "image/png", () => Buffer.alloc(0), "Decode"],
    ["text named .jpg", "notes.jpg", "image/jpeg", () => Buffer.from("These are notes, and no picture.\n"), "Decode"],
    ["a PNG that is cut off", "half.png", "image/png", () => coffee.subarray(0, coffee.length >> 1), "Decode"],
    ["a PNG of 60000 x 60000", "huge.png", "image/png", () => png(60000, 60000, Buffer.alloc(1000)), "Limits"],
  ];

  for (const [what, name, type, bytes, code] of bad) {
    test(`${what} gives one clear error, and the page goes on`, async () => {
      const v = await playground.visit("");
      try {
        await v.shows("photo=coffee");
        const before = await v.picture("right");
        await choose(v.page, name, type, bytes());
        await v.page.waitForSelector("[role=alert] .notice", { timeout: 20_000 });
        assert.equal(await v.page.locator("[role=alert] .notice").count(), 1);
        assert.equal(await v.text("[role=alert] code"), code);
        assert.ok((await v.text("[role=alert] p")).length > 10);
        assert.deepEqual(await v.picture("right"), before, "the picture before stays");
        assert.equal(await v.page.isChecked("#photo-coffee"), true);
        assert.match(await v.page.evaluate(() => location.hash), /photo=coffee/);
        assert.notEqual(await v.page.getAttribute("#stage", "aria-busy"), "true");

        await v.page.check("#mistake-no-rescale");
        await v.shows("mistake=no-rescale");
        assert.equal(await v.text("[role=alert]"), "", "the error goes when something else is tried");
        await choose(v.page, "coffee.png", "image/png", coffee);
        await v.shows("photo=own", "mistake=no-rescale");
        assert.deepEqual((await v.picture("right")).data, before.data);
        assert.deepEqual(v.complaints, []);
      } finally {
        await v.close();
      }
    });
  }

  test("an error can be dismissed", async () => {
    const v = await playground.visit("");
    try {
      await v.shows();
      await choose(v.page, "empty.png", "image/png", Buffer.alloc(0));
      await v.page.click("[role=alert] button");
      assert.equal(await v.text("[role=alert]"), "");
    } finally {
      await v.close();
    }
  });

  test("a bad file does not swallow a change that was under way", async () => {
    const v = await playground.visit("");
    try {
      await v.shows();
      await v.page.evaluate(() => {
        document.getElementById("mistake-raw-0-255").click();
        const transfer = new DataTransfer();
        transfer.items.add(new File(["no picture"], "x.png", { type: "image/png" }));
        dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
      });
      await v.page.waitForSelector("[role=alert] .notice");
      await v.shows("mistake=raw-0-255");
      assert.match(await v.text(".layer.wrong .tag"), /Raw bytes/);
    } finally {
      await v.close();
    }
  });

  /** Drops a black picture on the page and, in the same moment, does what `then` says. */
  const dropBlack = (page, { width, height }, then = "") => {
    const bytes = png(width, height, Buffer.alloc(height * (1 + width * 3)));
    return page.evaluate(
      async ({ base64, then }) => {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        const transfer = new DataTransfer();
        transfer.items.add(new File([bytes], "black.png", { type: "image/png" }));
        dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
        if (then) document.querySelector(then).click();
      },
      { base64: bytes.toString("base64"), then },
    );
  };

  test("a picture that is decoded late does not replace a later choice", async () => {
    const v = await playground.visit("");
    try {
      await v.shows("photo=coffee");
      // Small, so that it is decoded well within the wait; the click comes before in any case.
      await dropBlack(v.page, { width: 300, height: 200 }, "#photo-chelsea");
      await v.shows("photo=chelsea");
      await v.page.waitForTimeout(1500);
      await v.shows("photo=chelsea");
      assert.equal(await v.page.isChecked("#photo-chelsea"), true);
      assert.match(await v.page.evaluate(() => location.hash), /photo=chelsea/);
      assert.deepEqual(v.complaints, []);
    } finally {
      await v.close();
    }
  });

  test("a big picture shows that the page is busy, and never holds it up", async () => {
    const v = await playground.visit("#preset=detectron2/faster-rcnn");
    try {
      await v.shows("photo=coffee");
      await v.page.evaluate(() => {
        const seen = (window.seen = { longestTask: 0, busy: false, start: performance.now() });
        // The page's own tasks: the time between two ticks of a timer is also the machine's load by others.
        const observer = new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) seen.longestTask = Math.max(seen.longestTask, duration);
        });
        observer.observe({ type: "longtask" });
        setInterval(() => {
          seen.busy ||= document.querySelector("comparison-stage").getAttribute("aria-busy") === "true";
        }, 10);
      });
      await dropBlack(v.page, { width: 3000, height: 2000 });
      await v.shows("photo=own");
      const { longestTask, busy, waited } = await v.page.evaluate(async () => {
        const waited = performance.now() - window.seen.start;
        // The entry of the last task comes after it.
        await new Promise((resolve) => setTimeout(resolve, 200));
        return { ...window.seen, waited };
      });
      assert.equal(busy, true);
      assert.ok(longestTask < waited / 4, `the page stood still for ${longestTask} of ${waited} ms`);
      assert.equal(await v.page.getAttribute("#stage", "aria-busy"), "false");
      assert.deepEqual(v.complaints, []);
    } finally {
      await v.close();
    }
  });

  for (const how of ["drop", "paste"]) {
    test(`a picture can come by ${how}`, async () => {
      const v = await playground.visit("");
      try {
        await v.shows();
        const rows = Buffer.alloc(40 * (1 + 60 * 3), 90);
        for (let y = 0; y < 40; y++) rows[y * 181] = 0;
        await v.page.evaluate(
          ({ how, bytes }) => {
            const file = new File([Uint8Array.from(bytes)], "small.png", { type: "image/png" });
            const transfer = new DataTransfer();
            transfer.items.add(file);
            const options = { bubbles: true, cancelable: true };
            const event =
              how === "drop"
                ? new DragEvent("drop", { ...options, dataTransfer: transfer })
                : new ClipboardEvent("paste", { ...options, clipboardData: transfer });
            document.body.dispatchEvent(event);
          },
          { how, bytes: [...png(60, 40, rows)] },
        );
        await v.shows("photo=own");
        assert.equal(await v.text("#credit"), "small.png");
        const { data } = await v.picture("right");
        assert.deepEqual([...new Set(data)], [90, 255]);
        await v.page.goBack();
        await v.shows("photo=coffee");
        await v.page.goForward();
        await v.shows("photo=own");
        assert.deepEqual(v.complaints, []);
      } finally {
        await v.close();
      }
    });
  }
});
