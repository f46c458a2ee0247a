import type { NodeViewRenderer } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import type { LibraryPicture } from "../../files/library-picture.ts";
import { PictureNode, VideoNode } from "./media-nodes.ts";

/** Pictures that may stand in the text, by file id. */
export type Pictures = Map<string, LibraryPicture>;

/** A picture as readers see it, its caption and a missing alt text below. */
export function pictureWithView(pictures: Pictures) {
  return PictureNode.extend({
    addNodeView: () => viewOf((figure, { attrs }) => drawPicture(figure, attrs, pictures)),
  });
}

export const videoWithView = VideoNode.extend({
  addNodeView: () =>
    viewOf((figure, { attrs }) => figure.replaceChildren(element("p", "video-address", attrs.url))),
});

function viewOf(draw: (figure: HTMLElement, node: Node) => void): NodeViewRenderer {
  return ({ node }) => {
    const dom = document.createElement("figure");
    dom.className = node.type.name;
    draw(dom, node);
    return {
      dom,
      update(next) {
        if (next.type !== node.type) return false;
        draw(dom, next);
        return true;
      },
      ignoreMutation: () => true,
    };
  };
}

function drawPicture(figure: HTMLElement, attrs: Node["attrs"], pictures: Pictures): void {
  const picture = pictures.get(attrs.file);
  const image = document.createElement("img");
  // The order counts: a browser takes the one size it finds first.
  image.sizes = "(max-width: 48rem) 100vw, 44rem";
  image.srcset = picture?.srcset ?? "";
  image.src = picture?.thumb ?? "";
  image.alt = attrs.alt || picture?.alt || "";
  if (picture) [image.width, image.height] = [picture.width, picture.height];
  image.draggable = false;
  const caption = attrs.caption ? [element("figcaption", "", attrs.caption)] : [];
  const words = image.alt ? [] : [element("p", "wrong", "No alt text yet")];
  figure.replaceChildren(image, ...caption, ...words);
}

function element(tag: string, className: string, text: string): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}
