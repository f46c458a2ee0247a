import type { Report } from "#app/content/report.ts";
import { Refusal } from "#app/platform/refusal.ts";
import type { Done } from "../../parts/answer.ts";

/** What became of several entries, in a sentence or two; a Refusal when nothing could be done. */
export function tellReport(did: string, { undo, done, refused }: Report & { undo: string }): Done {
  if (done.length === 0) throw new Refusal("invalid", tellRefused(refused));
  const what = done.length === 1 ? `“${done[0]?.title}”` : `${done.length} entries`;
  return {
    done: [`${did} ${what}.`, ...(refused.length > 0 ? [tellRefused(refused)] : [])].join(" "),
    undo: { intent: "undo", values: { undo } },
  };
}

export function tellUndone({ done, refused }: Report): Done {
  if (done.length === 0) throw new Refusal("invalid", tellRefused(refused));
  const what =
    done.length === 1 ? `“${done[0]?.title}” is as it was.` : `${done.length} entries are as they were.`;
  return { done: [what, ...(refused.length > 0 ? [tellRefused(refused)] : [])].join(" ") };
}

function tellRefused(refused: Report["refused"]): string {
  const told = refused
    .slice(0, 3)
    .map(({ title, why }) => (title ? `“${title}” was left alone: ${why}` : why));
  const more = refused.length > 3 ? [`${refused.length - 3} more were left alone.`] : [];
  return [...told, ...more].join(" ");
}
