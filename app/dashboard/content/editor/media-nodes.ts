import { type AnyExtension, Node } from "@tiptap/core";
import { isVideoAddress } from "#app/rich-text/schema/addresses.ts";

/** A picture of the library by its file id; how it looks is the view's business. */
export const PictureNode = Node.create({
  name: "image",
  group: "block",
  atom: true,
  draggable: true,
  addAttributes: () => ({
    file: { default: null, parseHTML: (figure) => figure.getAttribute("data-file") },
    alt: { default: "", parseHTML: (figure) => figure.getAttribute("data-alt") ?? "" },
    caption: { default: null, parseHTML: (figure) => figure.getAttribute("data-caption") || null },
  }),
  parseHTML: () => [{ tag: "figure[data-file]" }],
  renderHTML: ({ HTMLAttributes: { file, alt, caption } }) => [
    "figure",
    { "data-file": file, "data-alt": alt, "data-caption": caption ?? "" },
  ],
});

/** Pictures that readers see side by side. */
export const GalleryNode = Node.create({
  name: "gallery",
  group: "block",
  content: "image+",
  isolating: true,
  draggable: true,
  parseHTML: () => [{ tag: "div[data-gallery]" }],
  renderHTML: () => ["div", { class: "gallery", "data-gallery": "" }, 0],
});

/** A video by its address. */
export const VideoNode = Node.create({
  name: "video",
  group: "block",
  atom: true,
  draggable: true,
  addAttributes: () => ({
    url: { default: null, parseHTML: (figure) => figure.getAttribute("data-video") },
  }),
  parseHTML: () => [
    {
      tag: "figure[data-video]",
      getAttrs: (figure) => (isVideoAddress(figure.getAttribute("data-video")) ? null : false),
    },
  ],
  renderHTML: ({ HTMLAttributes: { url } }) => ["figure", { "data-video": url }],
});

export const mediaNodes: AnyExtension[] = [PictureNode, GalleryNode, VideoNode];
