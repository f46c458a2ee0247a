import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";

export interface Section {
  /** Marker of the section in the file, and its place in `order`. */
  name: string;
  title: string;
  text: string;
  /** Explanation of the figures below the table. */
  note?: string;
}

const path = join(import.meta.dirname, "../../RESULTS.md");
const order = [
  "compare-builds",
  "start",
  "memory",
  "worst-cases",
  "worst-texts",
  "contention",
  "peer-astro",
  "peer-emdash",
  "render",
  "load",
  "publish",
  "weight",
  "blocking",
  "first-taps",
  "lighthouse",
  "browsers",
  "sign-ins",
  "enumeration",
  "typing",
  "growth",
  "lists",
  "faults",
  "migration-faults-sqlite",
  "migration-faults-postgres",
  "secret-faults",
  "update-faults",
  "instance-faults",
  "backup-faults-sqlite",
  "backup-faults-postgres",
  "backup-disk-full",
  "disk-full",
  "mail-faults-sqlite",
  "mail-faults-postgres",
  "webhook-faults-sqlite",
  "webhook-faults-postgres",
  "inbox",
  "newsletter",
  "transfer",
  "import-faults",
  "killed-import",
  "large-start",
  "restore",
  "churn-sqlite",
  "churn-postgres",
];

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

/** Replaces the measured sections in the file, leaves the others, and prints the new ones. */
export function writeResults(sections: readonly Section[]): void {
  const machine = `${process.version}, ${cpus().length} cores, ${cpus()[0]?.model ?? "unknown processor"}`;
  const day = new Date().toISOString().slice(0, 10);
  const stored = new Map(readSections().map((part) => [/<!-- ([\w-]+) -->/.exec(part)?.[1] ?? "", part]));
  for (const section of sections)
    stored.set(section.name, `<!-- ${section.name} -->\n## ${withNote(section)}\n\n${day}, ${machine}`);
  const parts = order.flatMap((name) => stored.get(name)?.trim() ?? []);
  writeFileSync(
    path,
    `# Results\n\nWritten by the programs in this folder ([README](README.md)). Compare ratios within one run; absolute times depend on the machine.\n\n${parts.join("\n\n")}\n`,
  );
  process.stdout.write(`${sections.map((section) => `\n${withNote(section)}\n`).join("")}`);
  const unknown = sections.filter(({ name }) => !order.includes(name)).map(({ name }) => name);
  if (unknown.length > 0)
    throw new Error(`Not stored, because the order has no place for ${unknown.join(", ")}.`);
}

function withNote({ title, text, note }: Section): string {
  return [title, text, ...(note === undefined ? [] : [note])].join("\n\n");
}

function readSections(): string[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .split(/(?=<!-- [\w-]+ -->)/)
    .slice(1);
}

/** Median; of an even number the upper middle value, of none NaN. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
