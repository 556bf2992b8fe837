type Child = Node | string;

/** An element with attributes and children; `false` and `undefined` leave an attribute out. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string | number | boolean | undefined> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children);
  return element;
}

/** The element with this id; the page's own HTML has it. */
export function byId<T extends HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element #${id}`);
  return element as T;
}

/** Shows the text, or hides the element where there is none. */
export function say(element: HTMLElement, text: string | undefined): void {
  element.textContent = text ?? "";
  element.hidden = !text;
}

/** Text in which a range such as `0-255` is never broken at its hyphen. */
export function phrase(text: string): Child[] {
  return text.split(/(\d+-\d+)/).map((part, at) => (at % 2 ? h("span", { class: "unbroken" }, part) : part));
}

/** Drawn for a square of 12: the marks by which the two sides are told apart without colour. */
export const ICONS = { right: "M2 6.5 5 9.5 10 3", wrong: "M2.5 2.5l7 7m0-7l-7 7" };

/** A line drawing, for the eye only. */
export function icon(edge: number, path: string): SVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const line = document.createElementNS(svg.namespaceURI, "path");
  line.setAttribute("d", path);
  for (const [name, value] of Object.entries({ viewBox: `0 0 ${edge} ${edge}`, width: edge, class: "line", "aria-hidden": true })) {
    svg.setAttribute(name, String(value));
  }
  svg.append(line);
  return svg;
}
