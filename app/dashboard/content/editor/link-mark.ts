import { InputRule, Mark, PasteRule } from "@tiptap/core";
import { isLinkAddress } from "#app/content/rich-text/addresses.ts";

declare module "@tiptap/core" {
  interface Commands<ReturnType> {
    link: {
      /**
       * Links the selection, or changes the link the caret stands in; the caret stays. An address we don't keep changes
       * nothing.
       */
      setLink(href: string): ReturnType;
      unsetLink(): ReturnType;
    };
  }
}

const typedAddress = /(?:^|\s)(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]]) $/;
const markdownLink = /\[([^\]]+)\]\(([^\s()]+)\)$/;
const pastedAddress = /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]]/g;

/** A link holds an address and nothing else; whatever a browser could run is no address. */
export const LinkMark = Mark.create({
  name: "link",
  priority: 1000,
  inclusive: false,
  exitable: true,
  addAttributes: () => ({ href: { default: null } }),
  parseHTML: () => [
    { tag: "a[href]", getAttrs: (link) => (isLinkAddress(link.getAttribute("href")) ? null : false) },
  ],
  // Titled by its address, and never followed while it is written.
  renderHTML: ({ HTMLAttributes: { href } }) => ["a", { href, title: href }, 0],
  addCommands() {
    return {
      setLink:
        (href) =>
        ({ chain, state: { selection } }) =>
          isLinkAddress(href) &&
          chain().extendMarkRange(this.name).setMark(this.name, { href }).setTextSelection(selection).run(),
      unsetLink:
        () =>
        ({ chain, state: { selection } }) =>
          chain().extendMarkRange(this.name).unsetMark(this.name).setTextSelection(selection).run(),
    };
  },
  addInputRules() {
    return [
      new InputRule({
        find: typedAddress,
        handler: ({ state, range, match }) => {
          const [whole, href = ""] = match;
          if (!isLinkAddress(href)) return;
          const start = range.from + whole.indexOf(href);
          state.tr
            .addMark(start, start + href.length, this.type.create({ href }))
            .removeStoredMark(this.type);
        },
      }),
      new InputRule({
        find: markdownLink,
        handler: ({ state, range, match }) => {
          const [, text = "", href = ""] = match;
          if (!isLinkAddress(href)) return;
          const marks = this.type.create({ href }).addToSet(state.selection.$from.marks());
          state.tr
            .replaceWith(range.from, range.to, state.schema.text(text, marks))
            .removeStoredMark(this.type);
        },
      }),
    ];
  },
  addPasteRules() {
    return [
      new PasteRule({
        find: pastedAddress,
        handler: ({ state, range, match }) => {
          if (isLinkAddress(match[0]))
            state.tr.addMark(range.from, range.to, this.type.create({ href: match[0] }));
        },
      }),
    ];
  },
});
