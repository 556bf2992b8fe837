import { byId, h } from "./dom";

/** One error at a time, read out at once; it stays until it is dismissed or something else is tried. */
export function showError(code: string, message: string): void {
  show(byId("alert"), h("code", {}, code), h("p", {}, message));
}

/** Something that was decided for the visitor, read out when there is time. */
export function showRemark(message: string): void {
  show(byId("status"), h("p", {}, message));
}

export function clearNotices(): void {
  byId("alert").replaceChildren();
  byId("status").replaceChildren();
}

function show(region: HTMLElement, ...content: HTMLElement[]): void {
  const close = h("button", { type: "button", "aria-label": "Dismiss" }, "×");
  close.addEventListener("click", () => region.replaceChildren());
  region.replaceChildren(h("div", { class: "notice" }, ...content, close));
}
