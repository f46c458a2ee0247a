import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import { videoAddress } from "#app/rich-text/schema/addresses.ts";
import type { Block, PictureBlock } from "#app/rich-text/schema/document.ts";
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
  readApart,
  textBelow,
} from "./html-reader.ts";

const sources = ["src", "data-src", "data-lazy-src", "data-original", "data-orig-file", "data-large-file"];

/** A picture from our library; a small emoji picture is the character it shows. */
export function readPicture(element: Tree.Element, place: HtmlPlace, reader: HtmlReader): void {
  const alt = attributeOf(element, "alt");
  const isEmoji = alt !== "" && (hasClass(element, "emoji") || hasClass(element, "wp-smiley"));
  const file = isEmoji ? null : findFile(element, reader);
  const last = place.sheet.blocks.at(-1);
  const isRepeated = last?.type === "image" && last.attrs.file === file;
  if (isEmoji) addText(alt, place, reader);
  else if (file === null) reader.leave(`picture ${nameOf(element)}${alt && ` (${alt.slice(0, 100)})`}`);
  else if (!isRepeated) addBlocks(place.sheet, pictureBlocks(file, alt, ""));
}

/** A figure: the caption goes with a single picture, and otherwise stands below. */
export function readFigure(element: Tree.Element, place: HtmlPlace, reader: HtmlReader): void {
  const caption = element.childNodes.find(isCaption);
  const blocks = readApart(
    element.childNodes.filter((node) => node !== caption),
    place,
    reader,
  );
  const [picture, second] = blocks;
  const below = caption ? textBelow(caption.childNodes).replace(/\s+/g, " ").trim() : "";
  const isMedia = picture?.type === "image" || picture?.type === "video";
  if (!caption || !isMedia || second || picture.attrs.caption) {
    addBlocks(place.sheet, [...blocks, ...(caption ? readApart(caption.childNodes, place, reader) : [])]);
    return;
  }
  for (const link of elementsBelow(caption.childNodes).filter((one) => one.tagName === "a")) {
    reader.leave(`link in a caption to ${attributeOf(link, "href").slice(0, 100)}`);
  }
  if (picture.type === "video") addBlocks(place.sheet, videoBlocks(picture.attrs.url, below));
  else addBlocks(place.sheet, pictureBlocks(picture.attrs.file, picture.attrs.alt ?? "", below));
}

/** A gallery, as we, WordPress and Ghost write it: pictures that follow each other stand together, what else is in it by itself. */
export function readGallery(element: Tree.Element, place: HtmlPlace, reader: HtmlReader): void {
  const together: Block[] = [];
  let pictures: PictureBlock[] = [];
  const close = () => {
    const [first, second] = pictures;
    if (second) together.push({ type: "gallery", content: pictures });
    else if (first) together.push(first);
    pictures = [];
  };
  for (const block of readApart(withoutLists(element.childNodes), place, reader)) {
    if (block.type === "image") pictures.push(block);
    else {
      close();
      together.push(block);
    }
  }
  close();
  addBlocks(place.sheet, together);
}

/** Galleries of some years were lists of figures; without recursion. */
function withoutLists(nodes: Tree.ChildNode[]): Tree.ChildNode[] {
  const found: Tree.ChildNode[] = [];
  const waiting = nodes.toReversed();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (!isElement(node) || !/^(?:ul|li)$/.test(node.tagName)) found.push(node);
    else for (const child of node.childNodes.toReversed()) waiting.push(child);
  }
  return found;
}

/** A video or sound, or the frame of a video player: a video, or else a link to it. */
export function readMedia(element: Tree.Element, place: HtmlPlace, reader: HtmlReader): void {
  const below = elementsBelow(element.childNodes).filter((one) => one.tagName === "source");
  const [address] = [element, ...below]
    .flatMap((one) => ["src", "data-src", "data"].map((name) => attributeOf(one, name)))
    .filter(Boolean);
  const url = address && element.tagName !== "audio" ? videoAddress(reader.link(address.trim())) : null;
  if (url) addBlocks(place.sheet, [{ type: "video", attrs: { url } }]);
  else if (address && /^(?:audio|video)$/.test(element.tagName))
    addBlocks(place.sheet, linkTo(address, reader));
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

/** Pages that load pictures late name the true file elsewhere than in `src`. */
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
