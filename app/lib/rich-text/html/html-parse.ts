import {
  type DefaultTreeAdapterMap,
  defaultTreeAdapter,
  type ParserOptions,
  parseFragment,
  type DefaultTreeAdapterTypes as Tree,
} from "parse5";

const maxElements = 200_000;

/**
 * Nodes of some HTML. Unclosed tags can multiply elements; above the limit, the result is the plain text and `isWhole` is
 * false. `sourceCodeLocationInfo` adds source positions.
 */
export function parseHtml(
  html: string,
  options: Pick<ParserOptions<DefaultTreeAdapterMap>, "sourceCodeLocationInfo"> = {},
): { nodes: Tree.ChildNode[]; isWhole: boolean } {
  let elements = 0;
  const createElement: typeof defaultTreeAdapter.createElement = (...named) => {
    if (++elements > maxElements) throw new TooManyElements();
    return defaultTreeAdapter.createElement(...named);
  };
  try {
    const treeAdapter = { ...defaultTreeAdapter, createElement };
    const { childNodes } = parseFragment(html, { ...options, treeAdapter, scriptingEnabled: false });
    return { nodes: childNodes, isWhole: true };
  } catch (error) {
    if (!(error instanceof TooManyElements)) throw error;
    return { nodes: [textNode(html)], isWhole: false };
  }
}

class TooManyElements extends Error {}

function textNode(html: string): Tree.ChildNode {
  return { nodeName: "#text", parentNode: null, value: decodeEntities(html.replace(/<[^<>]*>/g, " ")) };
}

const reference = /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,31});/g;

/** Text with its character references (`&amp;`, `&#32;`) decoded. */
export function decodeEntities(text: string): string {
  return text.includes("&") ? text.replace(reference, decodeOne) : text;
}

/** Text with the matching characters encoded as numeric references. */
export function encodeCharacters(text: string, which: RegExp): string {
  return text.replace(which, (character) => `&#${character.codePointAt(0)};`);
}

function decodeOne(entity: string): string {
  const node = parseFragment(entity).childNodes[0];
  return node && "value" in node ? node.value : entity;
}
