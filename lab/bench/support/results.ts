import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";

export interface Section {
  name: string;
  title: string;
  text: string;
}

const path = join(import.meta.dirname, "../../RESULTS.md");
const order = [
  "beside-build",
  "start",
  "memory",
  "worst-cases",
  "beside-others",
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
  "moving",
  "import-faults",
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
  for (const { name, title, text } of sections)
    stored.set(name, `<!-- ${name} -->\n## ${title}\n\n${text}\n\n${day}, ${machine}`);
  const parts = order.flatMap((name) => stored.get(name)?.trim() ?? []);
  writeFileSync(
    path,
    `# What it costs\n\nMeasured by \`npm run bench\`; ratios to the floor in the same run are the result, absolute times only notes.\n\n${parts.join("\n\n")}\n`,
  );
  process.stdout.write(`${sections.map(({ title, text }) => `\n${title}\n\n${text}\n`).join("")}`);
}

function readSections(): string[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .split(/(?=<!-- [\w-]+ -->)/)
    .slice(1);
}

/** Median, the upper one of an even number; NaN for an empty list. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
