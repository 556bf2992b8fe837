import type { Picture } from "pixelproof";

import { h, icon, ICONS, phrase } from "./dom";

const STEP = 1;
const LEAP = 10;

/**
 * Two pictures on one place with a divider between: right to the left of it, wrong to the right of it.
 * The divider is a slider for keyboard and screen reader; a pointer may take it anywhere on the picture.
 */
export class ComparisonStage extends HTMLElement {
  readonly #right = h("canvas", { role: "img", "aria-label": "The right input, as the model sees it" });
  readonly #wrong = h("canvas", { role: "img" });
  readonly #wrongLabel = h("span", {});
  readonly #handle = h("div", {
    class: "handle",
    role: "slider",
    tabindex: 0,
    "aria-label": "Divider between right and wrong",
    "aria-valuemin": 0,
    "aria-valuemax": 100,
  });
  readonly #frame: HTMLElement;
  #split = 50;

  constructor() {
    super();
    this.#handle.append(h("span", { class: "grip" }, icon(24, "M9 7l-5 5 5 5M15 7l5 5-5 5")));
    this.#frame = h(
      "div",
      { class: "frame" },
      h("div", { class: "layer right" }, this.#right, tag(ICONS.right, h("span", {}, "right"))),
      h("div", { class: "layer wrong" }, this.#wrong, tag(ICONS.wrong, this.#wrongLabel)),
      this.#handle,
    );
  }

  connectedCallback(): void {
    if (this.#frame.isConnected) return;
    this.append(h("div", { class: "busy", "aria-hidden": "true" }), this.#frame);
    this.#frame.hidden = true;
    this.split = this.#split;
    this.#handle.addEventListener("keydown", (event) => this.#onKey(event));
    this.#frame.addEventListener("pointerdown", (event) => this.#onPointer(event));
    new ResizeObserver(() => this.#fit()).observe(this);
  }

  /** Where the divider stands: 0 shows only wrong, 100 only right. */
  get split(): number {
    return this.#split;
  }

  set split(value: number) {
    this.#split = Math.min(100, Math.max(0, value));
    const percent = Math.round(this.#split);
    this.style.setProperty("--split", `${this.#split}%`);
    this.#handle.setAttribute("aria-valuenow", String(percent));
    this.#handle.setAttribute("aria-valuetext", `${percent} % right, ${100 - percent} % wrong`);
  }

  set busy(busy: boolean) {
    this.classList.toggle("is-busy", busy);
    this.setAttribute("aria-busy", String(busy));
  }

  show(right: Picture, wrong: Picture, mistake: string): void {
    draw(this.#right, right);
    draw(this.#wrong, wrong);
    this.#wrongLabel.replaceChildren(...phrase(`wrong: ${mistake}`));
    this.#wrong.setAttribute("aria-label", `The wrong input, as the model sees it: ${mistake}`);
    this.#frame.hidden = false;
    // Within bounds, so that neither a panorama nor a scan of a receipt takes the page over.
    this.style.setProperty("--aspect", String(Math.min(1.6, Math.max(0.8, right.width / right.height))));
    this.#fit();
  }

  /** The largest frame of the right picture's proportions that the stage holds. */
  #fit(): void {
    const { width, height } = this.#right;
    const room = this.getBoundingClientRect();
    if (this.#frame.hidden || room.width === 0 || width === 0) return;
    const scale = Math.min(room.width / width, room.height / height);
    this.#frame.style.width = `${Math.round(width * scale)}px`;
    this.#frame.style.height = `${Math.round(height * scale)}px`;
    // Enlarged, every pixel is to be seen as one; reduced, leaving pixels out would show patterns that are not there.
    this.#frame.classList.toggle("enlarged", scale * devicePixelRatio >= 1);
  }

  #onKey(event: KeyboardEvent): void {
    const step = event.shiftKey ? LEAP : STEP;
    const to: Record<string, number> = {
      ArrowRight: this.#split + step,
      ArrowUp: this.#split + step,
      ArrowLeft: this.#split - step,
      ArrowDown: this.#split - step,
      PageUp: this.#split + LEAP,
      PageDown: this.#split - LEAP,
      Home: 0,
      End: 100,
    };
    const next = to[event.key];
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.split = Math.round(next);
  }

  #onPointer(down: PointerEvent): void {
    if (down.button !== 0) return;
    const follow = (event: PointerEvent): void => {
      const { left, width } = this.#frame.getBoundingClientRect();
      this.split = ((event.clientX - left) / width) * 100;
    };
    const done = new AbortController();
    const end = (): void => done.abort();
    const options = { signal: done.signal };
    this.#frame.setPointerCapture(down.pointerId);
    this.#frame.addEventListener("pointermove", follow, options);
    this.#frame.addEventListener("pointerup", end, options);
    this.#frame.addEventListener("pointercancel", end, options);
    this.#handle.focus({ preventScroll: true });
    down.preventDefault();
    follow(down);
  }
}

function tag(path: string, label: HTMLElement): HTMLElement {
  return h("p", { class: "tag" }, icon(12, path), label);
}

function draw(canvas: HTMLCanvasElement, { width, height, data }: Picture): void {
  canvas.width = width;
  canvas.height = height;
  canvas.getContext("2d")?.putImageData(new ImageData(data, width, height), 0, 0);
}
