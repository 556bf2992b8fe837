// The playground as a visitor uses it: what it shows, its controls, its address.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { WEBGPU, withoutBrowser } from "./harness.mjs";
import { openPlayground } from "./playground.mjs";

// Made with Pillow 13.0 and numpy 2: torchvision's ResNet50 V1 transforms on coffee.png, and with the channels reversed.
const RIGHT = [
  ["Red", 0.5383, -1.998, 2.1462],
  ["Green", -0.6448, -2.0182, 2.4286],
  ["Blue", -0.9472, -1.8044, 2.64],
];
const WRONG = [
  ["Red", -1.2756, -2.1179, 2.2489],
  ["Green", -0.6448, -2.0182, 2.4286],
  ["Blue", 0.899, -1.6824, 2.5354],
];
const DIFFERENCE = { max: 3.24183, mean: 1.220848, share: (100294 / 150528) * 100 };

function assertTable(actual, expected) {
  assert.deepEqual(
    actual.map(([name]) => name),
    expected.map(([name]) => name),
  );
  for (const [at, [name, ...numbers]] of expected.entries()) {
    for (const [column, number] of numbers.entries()) {
      const shown = actual[at][column + 1];
      assert.ok(Math.abs(shown - number) <= 0.00056, `${name}, column ${column}: ${shown}, expected ${number}`);
    }
  }
}

describe(`playground, WebGPU ${WEBGPU ? "on" : "off"}`, { skip: withoutBrowser }, () => {
  let playground;
  before(async () => void (playground = await openPlayground()));
  after(() => playground?.close());

  /** A test on a fresh page; an error in the console fails it, whatever else was right. */
  const visiting = (name, hash, run, options) =>
    test(name, async () => {
      const visit = await playground.visit(hash, options);
      try {
        await visit.shows();
        await run(visit);
        assert.deepEqual(visit.complaints, []);
      } finally {
        await visit.close();
      }
    });

  visiting("the first visit compares coffee for ResNet50 with BGR fed as RGB", "", async (v) => {
    assert.equal(await v.text(".layer.right .tag"), "right");
    assert.equal(await v.text(".layer.wrong .tag"), "wrong: BGR fed as RGB");
    assert.equal(await v.text("#mistake-title"), "BGR fed as RGB");
    assert.match(await v.text("#mistake-story"), /OpenCV reads BGR/);
    assert.match(await v.text("#credit"), /Coffee.*CC0/);
    assert.match(await v.text("#preset-source"), /torchvision/);
    assertTable(await v.stats("right"), RIGHT);
    assertTable(await v.stats("wrong"), WRONG);
    assert.deepEqual(await v.facts("right"), ["1 × 3 × 224 × 224", "NCHW", "f32", "normalised"]);
    assert.ok(Math.abs(Number(await v.figure("max")) - DIFFERENCE.max) <= 0.00056);
    assert.ok(Math.abs(Number(await v.figure("mean")) - DIFFERENCE.mean) <= 0.00056);
    assert.equal(await v.figure("share"), `${DIFFERENCE.share.toFixed(1)} %`);
  });

  visiting("the right picture is the photo, and BGR fed as RGB swaps its red and blue", "", async (v) => {
    const right = await v.picture("right");
    const wrong = await v.picture("wrong");
    assert.deepEqual([right.width, right.height], [224, 224]);
    // Pillow's pixels of the resized and cropped photo.
    const pixel = (picture, x, y) => picture.data.slice((y * 224 + x) * 4, (y * 224 + x) * 4 + 4);
    assert.deepEqual(pixel(right, 112, 100), [236, 150, 56, 255]);
    assert.deepEqual(pixel(right, 10, 10), [185, 83, 32, 255]);
    const swapped = right.data.slice();
    for (let at = 0; at < swapped.length; at += 4) [swapped[at], swapped[at + 2]] = [swapped[at + 2], swapped[at]];
    assert.deepEqual(wrong.data, swapped);
  });

  visiting("0-255 constants on 0-1 data leave one flat grey", "#mistake=255-constants-on-0-1", async (v) => {
    const { data } = await v.picture("wrong");
    const colours = data.filter((_, at) => at % 4 !== 3);
    assert.ok(Math.max(...new Set(colours)) - Math.min(...new Set(colours)) <= 1);
    const right = new Set((await v.picture("right")).data);
    assert.ok(right.size > 200, "the right side must be a picture");
  });

  visiting("another mistake, preset and photo each change what is shown", "", async (v) => {
    await v.page.check("#mistake-no-rescale");
    await v.shows("mistake=no-rescale");
    assert.match(await v.text(".layer.wrong .tag"), /^wrong: No rescale/);
    const [, , , largest] = (await v.stats("wrong"))[0];
    assert.ok(largest > 500, `255 times too large, but the largest is ${largest}`);
    assertTable(await v.stats("right"), RIGHT);

    await v.page.selectOption("#preset", "keras/caffe");
    await v.page.check("#mistake-normalised-twice");
    await v.shows("preset=keras/caffe", "mistake=normalised-twice");
    assert.deepEqual(
      (await v.stats("right")).map(([name]) => name),
      ["Blue", "Green", "Red"],
    );
    assert.deepEqual(await v.facts("right"), ["1 × 224 × 224 × 3", "NHWC", "f32", "normalised"]);
    assert.match(await v.text("#preset-source"), /keras/);

    const before = await v.picture("right");
    await v.page.check("#photo-chelsea");
    await v.shows("photo=chelsea");
    assert.match(await v.text("#credit"), /Chelsea/);
    assert.notDeepEqual((await v.picture("right")).data, before.data);
  });

  visiting("mistakes that a preset cannot have are disabled, with the reason", "", async (v) => {
    assert.equal(await v.page.isDisabled("#mistake-normalised-twice"), false);
    await v.page.check("#mistake-normalised-twice");
    await v.page.selectOption("#preset", "keras/tf");
    // The selected mistake cannot stay, and the page says so.
    await v.shows("preset=keras/tf", "mistake=bgr-as-rgb");
    assert.equal(await v.page.isDisabled("#mistake-normalised-twice"), true);
    assert.match(await v.text("#reason-normalised-twice"), /no normalise/);
    assert.match(await v.text("[role=status]"), /Normalised twice.*cannot happen/);
    assert.equal(await v.text("[role=alert]"), "");
  });

  visiting("a note says what was added to both sides", "#mistake=hue-after-to-tensor", async (v) => {
    assert.equal(await v.page.isVisible("#mistake-note"), true);
    assert.match(await v.text("#mistake-note"), /hue shift/);
    await v.page.check("#mistake-bgr-as-rgb");
    await v.shows("mistake=bgr-as-rgb");
    assert.equal(await v.page.isVisible("#mistake-note"), false);
  });

  visiting("the steps are in words, and those that differ are marked", "", async (v) => {
    const rows = await v.page.$$eval("#steps tbody tr", (all) =>
      all.map((row) => [row.className, ...[...row.children].map((cell) => cell.textContent)]),
    );
    assert.deepEqual(rows[0], ["differs", "put the channels in the order RGB", "put the channels in the order BGR"]);
    assert.equal(rows[1][2], "take the data, unchanged, to have the channel order RGB");
    assert.ok(rows.slice(2).every(([name, right, wrong]) => name === "same" && right === wrong));
  });

  visiting("the divider moves by keyboard", "", async (v) => {
    const slider = v.page.getByRole("slider");
    const value = async () => Number(await slider.getAttribute("aria-valuenow"));
    const clip = (side) => v.page.$eval(`.layer.${side}`, (layer) => getComputedStyle(layer).clipPath);
    assert.equal(await value(), 50);
    await slider.focus();
    await v.page.keyboard.press("ArrowRight");
    assert.equal(await value(), 51);
    await v.page.keyboard.press("Shift+ArrowLeft");
    assert.equal(await value(), 41);
    await v.page.keyboard.press("PageUp");
    assert.equal(await value(), 51);
    await v.page.keyboard.press("Home");
    assert.equal(await value(), 0);
    assert.match(await clip("wrong"), /0%\)$/);
    await v.page.keyboard.press("ArrowLeft");
    assert.equal(await value(), 0);
    await v.page.keyboard.press("End");
    assert.equal(await value(), 100);
    assert.match(await clip("wrong"), /100%\)$/);
    assert.equal(await slider.getAttribute("aria-valuetext"), "100 % right, 0 % wrong");
  });

  visiting("the divider moves by dragging, and uncovers the other picture", "", async (v) => {
    const near = (actual, expected) => actual.every((value, at) => Math.abs(value - expected[at]) <= 2);
    const at = async (side) => {
      const { data, width, height } = await v.picture(side);
      const offset = (Math.floor(0.8 * height) * width + Math.floor(0.3 * width)) * 4;
      return data.slice(offset, offset + 3);
    };
    const [right, wrong] = [await at("right"), await at("wrong")];
    assert.ok(!near(right, wrong), "the place looked at must tell the two pictures apart");
    assert.ok(near(await v.painted(0.301, 0.801), right));

    const frame = await v.page.locator(".frame").boundingBox();
    const y = frame.y + frame.height / 2;
    await v.page.mouse.move(frame.x + frame.width / 2, y);
    await v.page.mouse.down();
    await v.page.mouse.move(frame.x + frame.width * 0.3, y, { steps: 4 });
    await v.page.mouse.move(frame.x + frame.width * 0.1, y, { steps: 4 });
    await v.page.mouse.up();
    assert.equal(await v.page.getByRole("slider").getAttribute("aria-valuenow"), "10");
    assert.ok(near(await v.painted(0.301, 0.801), wrong));

    await v.page.mouse.move(frame.x + frame.width * 0.9, y);
    assert.equal(await v.page.getByRole("slider").getAttribute("aria-valuenow"), "10", "let go, it stays");
  });

  visiting(
    "the divider moves by touch",
    "",
    async (v) => {
      const frame = await v.page.locator(".frame").boundingBox();
      await v.page.touchscreen.tap(frame.x + frame.width * 0.2, frame.y + frame.height * 0.7);
      assert.equal(await v.page.getByRole("slider").getAttribute("aria-valuenow"), "20");
    },
    { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } },
  );

  visiting(
    "the address restores what was shown",
    "#photo=rocket&preset=efficientnet-lite0&mistake=hwc-as-chw&backend=cpu",
    async (v) => {
      await v.shows("photo=rocket", "preset=efficientnet-lite0", "mistake=hwc-as-chw", "backend=cpu");
      assert.equal(await v.page.isChecked("#photo-rocket"), true);
      assert.equal(await v.page.inputValue("#preset"), "efficientnet-lite0");
      assert.equal(await v.page.isChecked("#mistake-hwc-as-chw"), true);
      assert.equal(await v.page.isChecked("#backend-cpu"), true);
      assert.match(await v.text(".layer.wrong .tag"), /HWC read as CHW/);
    },
  );

  visiting("every change is in the address, and back undoes it", "", async (v) => {
    const hash = () => v.page.evaluate(() => location.hash);
    const first = await hash();
    assert.equal(first, "#photo=coffee&preset=torchvision/resnet50&mistake=bgr-as-rgb&backend=auto");
    await v.page.check("#mistake-no-rescale");
    await v.shows("mistake=no-rescale");
    await v.page.check("#photo-astronaut");
    await v.shows("photo=astronaut");
    assert.match(await hash(), /photo=astronaut.*mistake=no-rescale/);
    await v.page.goBack();
    await v.shows("photo=coffee", "mistake=no-rescale");
    await v.page.goBack();
    await v.shows("photo=coffee", "mistake=bgr-as-rgb");
    assert.equal(await hash(), first);
    assert.equal(await v.page.isChecked("#mistake-bgr-as-rgb"), true);
    await v.page.goForward();
    await v.shows("mistake=no-rescale");
  });

  visiting("an address with unknown parts still shows something, and says what gave way", "#photo=own&preset=nope&mistake=%00", async (v) => {
    await v.shows("photo=coffee", "preset=torchvision/resnet50", "mistake=bgr-as-rgb");
    assert.match(await v.text("[role=status]"), /no preset “nope”/);
    assertTable(await v.stats("right"), RIGHT);
  });

  visiting("of many quick changes the last one is shown", "", async (v) => {
    await v.page.evaluate(() => {
      for (const id of ["photo-rocket", "mistake-raw-0-255", "photo-chelsea", "mistake-no-rescale", "photo-coffee"]) {
        document.getElementById(id).click();
      }
    });
    await v.shows("photo=coffee", "mistake=no-rescale");
    await v.page.waitForTimeout(300);
    await v.shows("photo=coffee", "mistake=no-rescale");
    assert.match(await v.text(".layer.wrong .tag"), /No rescale/);
    assertTable(await v.stats("right"), RIGHT);
  });

  visiting("the CPU is used when it is asked for, without a word about a fallback", "#backend=cpu", async (v) => {
    assert.match(await v.text("#ran"), /^Ran on the CPU: right [\d.]+ ms, wrong [\d.]+ ms$/);
    assert.equal(await v.page.isVisible("#fallback"), false);
  });

  if (WEBGPU) {
    visiting("the GPU runs when it is asked for, with the same numbers", "#backend=gpu", async (v) => {
      assert.equal(await v.page.getAttribute("#ran", "data-backend"), "gpu", await v.text("#fallback"));
      assert.match(await v.text("#ran"), /^Ran on the GPU: right/);
      assert.match(await v.text("#adapter"), /WebGPU/);
      assert.equal(await v.page.isVisible("#fallback"), false);
      assertTable(await v.stats("right"), RIGHT);
      assertTable(await v.stats("wrong"), WRONG);
    });

    visiting("auto passes over a software adapter, and says so", "#backend=auto", async (v) => {
      assert.equal(await v.page.getAttribute("#ran", "data-backend"), "cpu");
      assert.match(await v.text("#fallback"), /^Not on the GPU: .+/);
    });
  } else {
    visiting("without WebGPU the GPU switch works, and says why the CPU ran", "", async (v) => {
      await v.page.check("#backend-gpu");
      await v.shows("backend=gpu");
      assert.equal(await v.page.getAttribute("#ran", "data-backend"), "cpu");
      assert.match(await v.text("#ran"), /^Ran on the CPU/);
      assert.match(await v.text("#fallback"), /^Not on the GPU: .+/);
      assertTable(await v.stats("right"), RIGHT);
    });
  }

  for (const width of [360, 768, 1000]) {
    visiting(
      `nothing sticks out at ${width} px`,
      "#mistake=0-1-constants-on-255",
      async (v) => {
        const [scroll, client] = await v.page.evaluate(() => [
          document.documentElement.scrollWidth,
          document.documentElement.clientWidth,
        ]);
        assert.equal(scroll, client);
      },
      { viewport: { width, height: 800 } },
    );
  }
});
