const ownCaption =
  /\[caption\b[^\]]{0,300}\]\s{0,9}((?:<a\b[^>]{0,999}>\s{0,9})?<img\b[^>]{0,9999}>(?:\s{0,9}<\/a>)?)([^[]{0,3000})\[\/caption\]/gi;
const shortcode =
  /\[(gallery|audio|video|playlist|caption|contact-form-7|wpforms|(?:vc|et_pb|fusion)_\w{1,40})\b[^\]]{0,999}\]/gi;

/** WordPress writes a caption and an embedded film in brackets of its own; here they are HTML. */
export function expandShortcodes(html: string): string {
  return html
    .replace(ownCaption, "<figure>$1<figcaption>$2</figcaption></figure>")
    .replace(/\[embed\b[^\]]{0,300}\]\s{0,9}(\S{1,2000}?)\s{0,9}\[\/embed\]/gi, "\n\n$1\n\n");
}

/** The names of shortcodes that stay in the text because nothing here can take their place. */
export function findShortcodes(html: string): string[] {
  return [...html.matchAll(shortcode)].map((found) => found[1]?.toLowerCase() ?? "");
}

/** The text of the classic editor has no paragraphs: blank lines part them, and line ends are breaks. */
export function isClassic(html: string): boolean {
  return /\n[ \t\r]*\n/.test(html) && !/<p[\s>]|<!--\s{0,9}wp:/i.test(html);
}

/** What a comment says about something that does not come along; nothing for the marks around a block. */
export function describeComment(comment: string): string | null {
  const block = /^\s*wp:([\w/-]+)(?:\s[\s\S]*)?$/.exec(comment);
  if (!block) return /^\s*\/wp:/.test(comment) ? null : "comment";
  return comment.trimEnd().endsWith("/") ? `WordPress block ${block[1]}` : null;
}
