import type { DefaultTreeAdapterTypes as Tree } from "parse5";

const unseen = new Set(["script", "style", "template", "title", "desc", "metadata", "noframes"]);

export function isElement(node: Tree.Node): node is Tree.Element {
  return "tagName" in node;
}

export function isBlankText(node: Tree.ChildNode): boolean {
  return "value" in node ? node.value.trim() === "" : node.nodeName === "#comment";
}

export function attributeOf(element: Tree.Element, name: string): string {
  return element.attrs.find((one) => one.name === name)?.value ?? "";
}

export function hasClass(element: Tree.Element, name: string): boolean {
  return attributeOf(element, "class").split(/\s+/).includes(name);
}

/** The value of a property of the style attribute, in small letters. */
export function styleOf(element: Tree.Element, property: string): string {
  const style = attributeOf(element, "style").toLowerCase().split(";");
  const found = style.map((one) => one.split(":")).find(([name]) => name?.trim() === property);
  return found?.[1]?.trim() ?? "";
}

/** All elements below some nodes, in order, without recursion. */
export function elementsBelow(nodes: Tree.ChildNode[]): Tree.Element[] {
  const found: Tree.Element[] = [];
  const waiting = nodes.toReversed();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (!isElement(node)) continue;
    found.push(node);
    for (const child of node.childNodes.toReversed()) waiting.push(child);
  }
  return found;
}

/** The text below some nodes, with line breaks, without recursion. */
export function textBelow(nodes: Tree.ChildNode[]): string {
  let text = "";
  const waiting = nodes.toReversed();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if ("value" in node) text += node.value;
    if (!isElement(node) || unseen.has(node.tagName)) continue;
    if (node.tagName === "br") text += "\n";
    for (const child of node.childNodes.toReversed()) waiting.push(child);
  }
  return text;
}
