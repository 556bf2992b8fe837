import { byId } from "./dom";

/** Takes pictures that are dropped anywhere on the page or pasted into it. */
export function takeDropsAndPastes(take: (file: File) => void): void {
  const veil = byId("drop");
  // Every element that the pointer crosses while dragging enters and leaves; the veil goes with the last of them.
  let depth = 0;
  const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
  const show = (shown: boolean): void => {
    if (!shown) depth = 0;
    veil.classList.toggle("is-over", shown);
  };

  addEventListener("dragenter", (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    depth++;
    show(true);
  });
  addEventListener("dragover", (event) => {
    if (carriesFiles(event)) event.preventDefault();
  });
  addEventListener("dragleave", (event) => {
    if (carriesFiles(event) && --depth <= 0) show(false);
  });
  addEventListener("drop", (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    show(false);
    const file = event.dataTransfer?.files[0];
    if (file) take(file);
  });
  addEventListener("paste", (event) => {
    const file = event.clipboardData?.files[0];
    if (file) take(file);
  });
}
