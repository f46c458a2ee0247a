import { Blockquote } from "@tiptap/extension-blockquote";
import { CodeBlock } from "@tiptap/extension-code-block";
import { Heading } from "@tiptap/extension-heading";
import { OrderedList } from "@tiptap/extension-list";

/** The stock nodes, with the attributes our rich text keeps and no others. */
export const OurHeading = Heading.extend({
  addAttributes: () => ({ level: { default: 2, rendered: false } }),
}).configure({ levels: [2, 3, 4] });

export const OurOrderedList = OrderedList.extend({
  addAttributes: () => ({
    start: { default: 1, parseHTML: (list) => Number.parseInt(list.getAttribute("start") ?? "1", 10) || 1 },
  }),
  addProseMirrorPlugins: () => [],
});

/** `cite` says whose words these are. */
export const OurBlockquote = Blockquote.extend({
  addAttributes: () => ({
    cite: {
      default: null,
      parseHTML: (quote) => quote.getAttribute("data-cite"),
      renderHTML: ({ cite }) => (cite ? { "data-cite": cite } : {}),
    },
  }),
});

export const OurCodeBlock = CodeBlock.configure({ enableTabIndentation: true, tabSize: 2 });
