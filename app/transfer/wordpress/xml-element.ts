/** One element of an export with all below it. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
}

/** The text of a child, or empty when there is none. */
export function childText({ children }: XmlElement, name: string): string {
  return children.find((child) => child.name === name)?.text.trim() ?? "";
}

export function childrenNamed({ children }: XmlElement, name: string): XmlElement[] {
  return children.filter((child) => child.name === name);
}
