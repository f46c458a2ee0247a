import { pictureAddress, widthsOf } from "#app/files/picture.ts";

/** A picture of the library, as the parts of the dashboard that choose one pass it around. */
export interface LibraryPicture {
  id: string;
  name: string;
  alt: string;
  width: number;
  height: number;
  /** Where the subject is, from 0 to 1, left to right and top to bottom. */
  focal: [number, number];
  /** A tiny blurred version as a data address. */
  placeholder: string;
  /** Path of its smallest file. */
  thumb: string;
}

/** A file as the API writes it; only what is read here. */
export interface FileAnswer extends Omit<LibraryPicture, "id" | "thumb"> {
  _id: string;
  kind: "picture" | "pdf";
  revision: number;
  version: number;
}

export function pictureOf({ _id: id, revision, ...file }: FileAnswer): LibraryPicture {
  const { name, alt, width, height, focal, placeholder } = file;
  const thumb = pictureAddress({ id, revision }, widthsOf(width)[0] ?? width, "webp");
  return { id, name, alt, width, height, focal, placeholder, thumb };
}
