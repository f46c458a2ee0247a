import { randomBytes } from "node:crypto";

/**
 * What our own renderer writes on the scripts and styles it puts into a page, as a `nonce`. Only what carries it is named in
 * the page's policy; it is taken away before the page is sent, so that pages stay the same for everybody and nobody learns it.
 */
export const scriptMark = randomBytes(16).toString("base64url");

/** As it stands in a tag, leading space included. */
export const markAttribute = ` nonce="${scriptMark}"`;

export function withoutMarks(html: string): string {
  return html.replaceAll(markAttribute, "");
}
