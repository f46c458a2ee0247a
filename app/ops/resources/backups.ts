import { formatBytes, formatCount } from "#app/lib/text/counts.ts";
import { readBackupName } from "#app/ops/backup/backup-store.ts";
import { type BackupRow, listBackups, requestBackup } from "#app/ops/backup/backups.ts";
import { write } from "#app/platform/database/database.ts";
import { defineResource } from "./define-resource.ts";
import type { BadgePiece } from "./definition.ts";

/** Stored backups and the results of their verification. */
export const backups = defineResource({
  name: "backups",
  title: "Backups",
  path: "backups",
  role: "admin",
  screen: "dashboard/settings/backups/list.tsx",
  isInMenu: true,
  // The retention rule leaves about thirty.
  pageSize: 500,
  filters: {},
  async list({ db }) {
    const rows = (await listBackups(db)).filter(({ state }) => state !== "requested");
    return { rows, next: null, previous: null };
  },
  empty: () => ({
    title: "No backups yet",
    text: "Each new backup is tested: it is restored separately and compared with the site.",
  }),
  rowId: ({ name }) => name,
  rowName: ({ taken_at }) => taken_at,
  columns: [
    {
      name: "Made",
      isMain: true,
      cell: ({ taken_at, reason }) => [{ at: taken_at }, { small: reasons[reason] }],
    },
    {
      name: "Verification",
      cell: ({ state, problem, proved_at }) => [
        stateBadges[state],
        ...(state === "proven" && proved_at ? [{ small: [{ at: proved_at }] }] : []),
        ...(problem === "" ? [] : [{ small: formatProblems(problem), isWrong: true, wraps: true }]),
      ],
    },
    {
      name: "Restore",
      isOneLine: true,
      cell: ({ state, restore_ms }) =>
        state === "proven" && restore_ms ? `${formatRestoreTime(restore_ms)}` : "–",
    },
    {
      name: "Size",
      isNumber: true,
      isOneLine: true,
      cell: ({ bytes }) => (bytes > 0 ? formatBytes(bytes) : "–"),
    },
    {
      name: "Contents",
      hidesOn: "tablet",
      cell: ({ row_count, file_count }) =>
        row_count > 0 ? `${formatCount(row_count, "row")}, ${formatCount(file_count, "stored file")}` : "–",
    },
    {
      name: "File",
      cell({ name, bytes }) {
        if (bytes === 0) return "–";
        const isSealed = readBackupName(name)?.isSealed ?? false;
        return [
          { text: "Download", spoken: name, to: `/dashboard/backups/${name}`, isFile: true },
          { small: isSealed ? "Encrypted" : "Not encrypted" },
          { small: { text: name, wraps: true, hidesOn: "phone and tablet" } },
        ];
      },
    },
  ],
  actions: {
    async now(_input, { db, actionContext }) {
      await write(db, (tx) => requestBackup(tx, actionContext));
      return { done: "Backup started. It appears here when it is complete." };
    },
  },
});

const reasons: Record<BackupRow["reason"], string> = {
  daily: "Automatic",
  requested: "Manual",
  command: "From the command line",
  update: "Before an update",
};

const stateBadges: Record<BackupRow["state"], BadgePiece> = {
  requested: { badge: "Waiting", sign: "clock-3", tone: "still" },
  unproven: { badge: "Being verified", sign: "clock-3", tone: "fresh" },
  proven: { badge: "Verified", sign: "circle-check", tone: "good" },
  failed: { badge: "Failed", sign: "triangle-alert", tone: "wrong" },
};

const maxProblems = 3;

/** First lines of a verification error; a damaged store could produce thousands. */
export function formatProblems(problem: string): string {
  const lines = problem.split("\n");
  const more = lines.length - maxProblems;
  return [
    ...lines.slice(0, maxProblems),
    ...(more > 0 ? [`And ${formatCount(more, "problem")} more.`] : []),
  ].join(" ");
}

/** "0.7 s", "12 s", "4 min". */
export function formatRestoreTime(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds >= 90) return `${Math.round(seconds / 60)} min`;
  return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
}
