import type { DefaultTreeAdapterTypes as Tree } from "parse5";

/** The nodes of some HTML as the readers of rich text know them, parsed by the browser; nothing in it is loaded or run. */
export function treeOf(html: string): Tree.ChildNode[] {
  return childrenOf(new DOMParser().parseFromString(html, "text/html").body);
}

function childrenOf(parent: Node): Tree.ChildNode[] {
  return [...parent.childNodes].flatMap((node) => {
    const read = readNode(node);
    return read ? [read] : [];
  });
}

function readNode(node: Node): Tree.ChildNode | null {
  // The readers look at these keys alone.
  if (node instanceof Element)
    return {
      nodeName: node.localName,
      tagName: node.localName,
      attrs: [...node.attributes].map(({ name, value }) => ({ name, value })),
      childNodes: childrenOf(node),
    } as Tree.Element;
  const text = node.nodeValue ?? "";
  if (node.nodeType === Node.TEXT_NODE) return { nodeName: "#text", value: text } as Tree.TextNode;
  return node.nodeType === Node.COMMENT_NODE
    ? ({ nodeName: "#comment", data: text } as Tree.CommentNode)
    : null;
}
