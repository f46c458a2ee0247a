import {
  type DefaultTreeAdapterMap,
  defaultTreeAdapter,
  type ParserOptions,
  parseFragment,
  type DefaultTreeAdapterTypes as Tree,
} from "parse5";

const mostElements = 200_000;

/**
 * The nodes of some HTML. Unclosed tags can make many elements of few; beyond all measure, what comes
 * is the text alone, and `isWhole` is false. With `sourceCodeLocationInfo` each element tells where in the HTML it stands.
 */
export function parseHtml(
  html: string,
  options: Pick<ParserOptions<DefaultTreeAdapterMap>, "sourceCodeLocationInfo"> = {},
): { nodes: Tree.ChildNode[]; isWhole: boolean } {
  let elements = 0;
  const createElement: typeof defaultTreeAdapter.createElement = (...named) => {
    if (++elements > mostElements) throw new TooManyElements();
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

/** Text with its character references (`&amp;`, `&#32;`) resolved as HTML does. */
export function decodeEntities(text: string): string {
  return text.includes("&") ? text.replace(reference, decodeOne) : text;
}

/** Every character of a kind as a number reference. */
export function encodeCharacters(text: string, which: RegExp): string {
  return text.replace(which, (character) => `&#${character.codePointAt(0)};`);
}

function decodeOne(entity: string): string {
  const node = parseFragment(entity).childNodes[0];
  return node && "value" in node ? node.value : entity;
}
