import { escapeHtml } from "#app/lib/rich-text/html/html.ts";

/** Overrides by block name. */
export type Overrides = ReadonlyMap<string, Override>;

/** A text, and for a button also a link. */
export interface Override {
  content?: string;
  text?: string;
  url?: string;
}

/** Applies overrides to a synced pattern: named blocks get other text, buttons another link. */
export function withOverrides(pattern: string, overrides: Overrides): string {
  if (overrides.size === 0) return pattern;
  const marks = readMarks(pattern);
  const ends = Map.groupBy(
    marks.filter(({ isEnd }) => isEnd),
    ({ block }) => block,
  );
  // Number of end marks before the current offset, by block.
  const passed = new Map<string, number>();
  let html = "";
  let at = 0;
  for (const { block, isEnd, json, from, to } of marks) {
    const own =
      isEnd || from < at ? undefined : overrides.get(/"name"\s*:\s*"([^"]*)"/.exec(json)?.[1] ?? "");
    const isButton = /^(?:core\/)?button$/.test(block);
    if (!own || !(isButton || typeof own.content === "string")) continue;
    const list = ends.get(block) ?? [];
    let next = passed.get(block) ?? 0;
    while (next < list.length && (list[next]?.from ?? 0) < to) next += 1;
    passed.set(block, next);
    const end = list[next];
    if (!end) continue;
    const inside = pattern.slice(to, end.from);
    html +=
      pattern.slice(at, to) + (isButton ? withOwnButton(inside, own) : withOwnText(inside, own.content));
    at = end.from;
  }
  return html + pattern.slice(at);
}

/** A comment that starts or ends a block. */
interface BlockMark {
  block: string;
  isEnd: boolean;
  /** The settings of the block. */
  json: string;
  from: number;
  to: number;
}

/** Maximum settings of a block, in characters. */
const maxSettingsLength = 20_000;

function readMarks(html: string): BlockMark[] {
  const marks: BlockMark[] = [];
  for (let from = html.indexOf("<!--"); from !== -1; ) {
    const stop = html.indexOf("-->", from);
    if (stop === -1) break;
    const to = stop + 3;
    const text = html.slice(from + 4, stop).trim();
    const [all = "", slash, block = ""] = /^(\/?)wp:([\w/-]+)/.exec(text) ?? [];
    const json = text.slice(all.length).trim();
    const isEnd = slash === "/" && json === "";
    const isStart =
      slash === "" && /^\{/.test(json) && json.endsWith("}") && json.length <= maxSettingsLength;
    if (isEnd || isStart) marks.push({ block, isEnd, json, from, to });
    from = html.indexOf("<!--", to);
  }
  return marks;
}

function withOwnButton(html: string, { content, text = content, url }: Override): string {
  const open = /<a\b([^>]{0,2000})>/i.exec(html);
  const close = [...html.matchAll(/<\/a>/gi)].at(-1);
  const start = open ? open.index + open[0].length : 0;
  if (!open || !close || close.index < start) return html;
  const attributes = typeof url === "string" ? ` href="${escapeHtml(url)}"` : open[1];
  const words = typeof text === "string" ? text : html.slice(start, close.index);
  return `${html.slice(0, open.index)}<a${attributes}>${words}</a>${html.slice(close.index + close[0].length)}`;
}

/** An element with another text. */
function withOwnText(html: string, text = ""): string {
  const [open] = /^\s*<[^>]*>/.exec(html) ?? [];
  const end = html.lastIndexOf("</");
  if (open === undefined || end < open.length || !/^[^>]*>\s*$/.test(html.slice(end))) return html;
  return `${open}${text}${html.slice(end)}`;
}
