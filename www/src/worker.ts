/** Holds the library, decodes and runs; so the page stays quick however large the picture is. */

import { decodeImage, load, PixelproofError } from "pixelproof";
import type { Image, Pipeline, Pixelproof, RunResult } from "pixelproof";

import type { Answer, Asked, Catalogue, Compared, Comparison, Failure, Side, Source } from "./protocol";

const library: Promise<Pixelproof> = load();
// Whoever asks first gets the error; until then it is not an unhandled one.
library.catch(() => undefined);

/** Decoded pictures, the most recently used last. */
const decoded = new Map<string, Image>();
const KEPT = 2;

let newest = 0;

addEventListener("message", ({ data: { id, question } }: MessageEvent<Asked>) => {
  if (question.ask === "compare") newest = id;
  void answer(id, question).then(({ answer, transfer }) => postMessage({ id, answer }, { transfer }));
});

async function answer(id: number, question: Asked["question"]): Promise<{ answer: Answer; transfer: Transferable[] }> {
  try {
    if (question.ask === "catalogue") return { answer: { ok: catalogue(await library) }, transfer: [] };
    if (question.ask === "open") {
      await open(question.source);
      return { answer: { ok: undefined }, transfer: [] };
    }
    const compared = await compare(question, () => id !== newest);
    if (!compared) return { answer: { superseded: true }, transfer: [] };
    return { answer: { ok: compared }, transfer: [compared.right.picture.data.buffer, compared.wrong.picture.data.buffer] };
  } catch (error) {
    return { answer: { error: failure(error) }, transfer: [] };
  }
}

function failure(error: unknown): Failure {
  if (error instanceof PixelproofError) return { code: error.code, message: error.message };
  return { code: "Internal", message: error instanceof Error ? error.message : String(error) };
}

function catalogue(pixelproof: Pixelproof): Catalogue {
  const presets = pixelproof.presets();
  const mistakes = pixelproof.mistakes();
  const obstacles: Catalogue["obstacles"] = {};
  for (const { name, pipeline } of presets) {
    const against: Record<string, string> = {};
    for (const { id } of mistakes) {
      try {
        pixelproof.applyMistake(pipeline, id);
      } catch (error) {
        against[id] = failure(error).message;
      }
    }
    obstacles[name] = against;
  }
  return {
    presets: presets.map(({ name, description, source }) => ({ name, description, source })),
    mistakes: mistakes.map(({ id, title, story }) => ({ id, title, story })),
    obstacles,
  };
}

async function open({ key, from }: Source): Promise<Image> {
  const known = decoded.get(key);
  const image = known ?? (await decodeImage(typeof from === "string" ? await download(from) : from));
  decoded.delete(key);
  decoded.set(key, image);
  for (const old of [...decoded.keys()].slice(0, -KEPT)) decoded.delete(old);
  return image;
}

async function download(url: string): Promise<Blob> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} could not be fetched: ${response.status} ${response.statusText}`);
  return response.blob();
}

function inWords(pixelproof: Pixelproof, pipeline: Pipeline): Side["steps"] {
  return pixelproof.inWords(pipeline).map((words, at) => ({ json: JSON.stringify(pipeline.steps[at]), words }));
}

/** Lets the messages that wait come in, so that a comparison nobody wants any more is not begun. */
const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

async function compare(wanted: Comparison, stale: () => boolean): Promise<Compared | undefined> {
  const pixelproof = await library;
  const image = await open(wanted.source);
  await breathe();
  if (stale()) return undefined;

  const preset = pixelproof.presets().find(({ name }) => name === wanted.preset);
  if (!preset) throw new Error(`there is no preset ${wanted.preset}`);
  const { right, wrong, note } = pixelproof.applyMistake(preset.pipeline, wanted.mistake);

  const rightPlan = pixelproof.compile(right, image.spec);
  try {
    const wrongPlan = pixelproof.compile(wrong, image.spec);
    try {
      const rightRun = await rightPlan.run(image, { backend: wanted.backend });
      await breathe();
      if (stale()) return undefined;
      const wrongRun = await wrongPlan.run(image, { backend: wanted.backend });
      await breathe();
      if (stale()) return undefined;

      // Both are drawn with the right plan: that is how the model reads whatever it is given.
      const side = (run: RunResult, pipeline: Pipeline): Side => ({
        spec: run.tensor.spec,
        shape: [...run.tensor.shape],
        stats: pixelproof.channelStats(run.tensor),
        picture: pixelproof.asTheModelSeesIt(run.tensor, rightPlan),
        steps: inWords(pixelproof, pipeline),
        backend: run.backend,
        adapter: run.adapter,
        fallbackReason: run.fallbackReason,
        milliseconds: run.milliseconds,
      });
      const sameShape = String(rightRun.tensor.shape) === String(wrongRun.tensor.shape);
      return {
        image: image.spec.size,
        right: side(rightRun, right),
        wrong: side(wrongRun, wrong),
        difference: sameShape ? pixelproof.difference(rightRun.tensor, wrongRun.tensor) : undefined,
        note,
      };
    } finally {
      wrongPlan.free();
    }
  } finally {
    rightPlan.free();
  }
}
