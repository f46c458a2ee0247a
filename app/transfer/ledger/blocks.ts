/** The comment with which the block editor begins a block. */
export interface SourceBlock {
  /** Without the namespace of the core. */
  name: string;
  /** As the comment has it. */
  written: string;
  settings: Record<string, unknown>;
  /** Name by which an item replaces its text in a pattern; empty for none. */
  label: string;
  /** Whether it holds nothing between a start and an end. */
  isClosed: boolean;
}

const start = /^\s*wp:([a-z][\w/-]{0,100})\s*/;

/** Reads a comment that begins a block; null for another comment. */
export function readBlock(comment: string): SourceBlock | null {
  const [all = "", written = ""] = start.exec(comment) ?? [];
  if (all === "") return null;
  const rest = comment.slice(all.length).trimEnd();
  const isClosed = rest.endsWith("/");
  const settings = readSettings(isClosed ? rest.slice(0, -1) : rest);
  const { metadata } = settings;
  const label = typeof metadata === "object" && metadata !== null && "name" in metadata ? metadata.name : "";
  return {
    name: written.replace(/^core\//, ""),
    written,
    settings,
    label: typeof label === "string" ? label : "",
    isClosed,
  };
}

function readSettings(json: string): Record<string, unknown> {
  if (json.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return { unreadable: json };
  }
}

/** The texts among settings: those with a space between two letters. */
export function settingTexts(settings: unknown): string[] {
  const found: string[] = [];
  const waiting: unknown[] = [settings];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value === "string") {
      if (/\p{L}\p{M}*\s+\p{L}/u.test(value)) found.push(value);
    } else if (typeof value === "object" && value !== null)
      waiting.push(...Object.values(value).filter((one) => one !== undefined));
  }
  return found;
}
