export interface BundledPhoto {
  id: string;
  name: string;
  /** What a screen reader says of the picture. */
  alt: string;
  licence: string;
}

/** From scikit-image's bundled data; the files lie in public/photos. */
export const PHOTOS: readonly BundledPhoto[] = [
  { id: "coffee", name: "Coffee", alt: "A cup of coffee with a spoon on a wooden table", licence: "CC0" },
  { id: "chelsea", name: "Chelsea", alt: "Chelsea, a tabby cat, looking past the camera", licence: "CC0" },
  { id: "astronaut", name: "Astronaut", alt: "An astronaut in an orange suit", licence: "NASA public domain" },
  { id: "rocket", name: "Rocket", alt: "A rocket on its launch pad at dusk", licence: "CC0" },
];

/** The id that stands for a picture of the visitor's own. */
export const OWN = "own";

const url = (path: string): string => new URL(`photos/${path}`, document.baseURI).href;
export const photoUrl = (id: string): string => url(`${id}.png`);
export const thumbUrl = (id: string): string => url(`thumbs/${id}.webp`);
