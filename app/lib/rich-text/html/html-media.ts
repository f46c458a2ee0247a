import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import { videoAddress } from "#app/lib/rich-text/schema/addresses.ts";
import type { Block, PictureBlock } from "#app/lib/rich-text/schema/document.ts";
import { pictureBlocks, plainParagraph, videoBlocks } from "./build.ts";
import {
  addBlocks,
  addText,
  attributeOf,
  elementsBelow,
  type HtmlPlace,
  type HtmlReader,
  hasClass,
  isElement,
  linkAddress,
  readSeparately,
  textBelow,
} from "./html-reader.ts";

const sources = ["src", "data-src", "data-lazy-src", "data-original", "data-orig-file", "data-large-file"];

/** Reads a picture of our library; a small emoji image becomes its character. */
export function readPicture(element: Tree.Element, place: HtmlPlace, reader: HtmlReader): void {
  const alt = attributeOf(element, "alt");
  const isEmoji = alt !== "" && (hasClass(element, "emoji") || hasClass(element, "wp-smiley"));
  const file = isEmoji ? null : findFile(element, reader);
  const last = place.out.blocks.at(-1);
  const isRepeated = last?.type === "image" && last.attrs.file === file && isFallback(element);
  if (isEmoji) addText(alt, place, reader);
  else if (file === null) reader.leave(`picture ${nameOf(element)}${alt && ` (${alt.slice(0, 100)})`}`);
  else if (!isRepeated) addBlocks(place.out, pictureBlocks(file, alt, ""));
}

/** Whether an image is the no-script fallback of a lazy-loaded one. */
function isFallback(element: Tree.Element): boolean {
  for (let above: Tree.ParentNode | null = element.parentNode; above; )
    if (!("tagName" in above)) return false;
    else if (above.tagName === "noscript") return true;
    else above = above.parentNode;
  return false;
}

/** Reads a figure; a single picture gets the caption, otherwise the caption follows as text. */
export function readFigure(element: Tree.Element, place: HtmlPlace, reader: HtmlReader): void {
  const caption = element.childNodes.find(isCaption);
  const blocks = readSeparately(
    element.childNodes.filter((node) => node !== caption),
    place,
    reader,
  );
  const [picture, second] = blocks;
  const below = caption ? textBelow(caption.childNodes).replace(/\s+/g, " ").trim() : "";
  const isMedia = picture?.type === "image" || picture?.type === "video";
  if (!caption || !isMedia || second || picture.attrs.caption) {
    addBlocks(place.out, [...blocks, ...(caption ? readSeparately(caption.childNodes, place, reader) : [])]);
    return;
  }
  for (const link of elementsBelow(caption.childNodes).filter((one) => one.tagName === "a")) {
    reader.leave(`link in a caption to ${attributeOf(link, "href").slice(0, 100)}`);
  }
  if (picture.type === "video") addBlocks(place.out, videoBlocks(picture.attrs.url, below));
  else addBlocks(place.out, pictureBlocks(picture.attrs.file, picture.attrs.alt ?? "", below));
}

/** Reads a gallery of this product, WordPress or Ghost: adjacent pictures form galleries, other content becomes separate blocks. */
export function readGallery(element: Tree.Element, place: HtmlPlace, reader: HtmlReader): void {
  const together: Block[] = [];
  let pictures: PictureBlock[] = [];
  const close = () => {
    const [first, second] = pictures;
    if (second) together.push({ type: "gallery", content: pictures });
    else if (first) together.push(first);
    pictures = [];
  };
  for (const block of readSeparately(withoutLists(element.childNodes), place, reader)) {
    if (block.type === "image") pictures.push(block);
    else {
      close();
      together.push(block);
    }
  }
  close();
  addBlocks(place.out, together);
}

/** Replaces the lists of old WordPress galleries by their figures, without recursion. */
function withoutLists(nodes: Tree.ChildNode[]): Tree.ChildNode[] {
  const found: Tree.ChildNode[] = [];
  const waiting = nodes.toReversed();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (!isElement(node) || !/^(?:ul|li)$/.test(node.tagName)) found.push(node);
    else for (const child of node.childNodes.toReversed()) waiting.push(child);
  }
  return found;
}

/** Reads a video, audio or player frame as a video if supported, else as a link. */
export function readMedia(element: Tree.Element, place: HtmlPlace, reader: HtmlReader): void {
  const below = elementsBelow(element.childNodes).filter((one) => one.tagName === "source");
  const [address] = [element, ...below]
    .flatMap((one) => ["src", "data-src", "data"].map((name) => attributeOf(one, name)))
    .filter(Boolean);
  const url = address && element.tagName !== "audio" ? videoAddress(reader.link(address.trim())) : null;
  if (url) addBlocks(place.out, [{ type: "video", attrs: { url } }]);
  else if (address && /^(?:audio|video)$/.test(element.tagName))
    addBlocks(place.out, linkTo(address, reader));
  else reader.leave(address ? `${element.tagName} ${address.slice(0, 100)}` : element.tagName);
}

function linkTo(address: string, reader: HtmlReader): Block[] {
  const href = linkAddress(address, reader);
  const name = address.split(/[?#]/)[0]?.split("/").at(-1) || address;
  if (href === null) return [];
  const [text] = plainParagraph(name.slice(0, 200)).content ?? [];
  return text?.type === "text"
    ? [{ type: "paragraph", content: [{ ...text, marks: [{ type: "link", attrs: { href } }] }] }]
    : [];
}

/** File of a picture; lazy-loading pages store it in attributes other than `src`. */
function findFile(element: Tree.Element, reader: HtmlReader): string | null {
  for (const src of candidates(element)) {
    const file = reader.picture(src);
    if (file !== null) return file;
  }
  return null;
}

function candidates(element: Tree.Element): string[] {
  const sets = [attributeOf(element, "srcset"), attributeOf(element, "data-srcset")];
  const largest = sets.flatMap((set) => set.split(/,\s+/).map((one) => one.trim().split(/\s+/)[0] ?? ""));
  return [...sources.map((name) => attributeOf(element, name)), ...largest].filter(Boolean);
}

function nameOf(element: Tree.Element): string {
  const [src] = candidates(element);
  return !src || src.startsWith("data:") ? "within the text" : src.slice(0, 200);
}

function isCaption(node: Tree.ChildNode): node is Tree.Element {
  return isElement(node) && (node.tagName === "figcaption" || hasClass(node, "wp-caption-text"));
}
