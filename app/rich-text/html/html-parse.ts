import { defaultTreeAdapter, parseFragment, type DefaultTreeAdapterTypes as Tree } from "parse5";
import { decodeEntities } from "./entities.ts";

const mostElements = 200_000;

/**
 * The nodes of some HTML. Unclosed tags can make many elements of few; beyond all measure, what comes
 * is the text alone, and `isWhole` is false.
 */
export function parseHtml(html: string): { nodes: Tree.ChildNode[]; isWhole: boolean } {
  let elements = 0;
  const createElement: typeof defaultTreeAdapter.createElement = (...named) => {
    if (++elements > mostElements) throw new TooManyElements();
    return defaultTreeAdapter.createElement(...named);
  };
  try {
    const treeAdapter = { ...defaultTreeAdapter, createElement };
    return { nodes: parseFragment(html, { treeAdapter, scriptingEnabled: false }).childNodes, isWhole: true };
  } catch (error) {
    if (!(error instanceof TooManyElements)) throw error;
    return { nodes: [textNode(html)], isWhole: false };
  }
}

class TooManyElements extends Error {}

function textNode(html: string): Tree.ChildNode {
  return { nodeName: "#text", parentNode: null, value: decodeEntities(html.replace(/<[^<>]*>/g, " ")) };
}
