import type { BackupPeriods } from "#app/platform/settings/files-env.ts";
import type { BackupRow } from "./backups.ts";

const dayMs = 86_400_000;

/**
 * Names of backups that are kept no longer: of each of the last days, weeks and months that have one, one stays, proven if there
 * is a proven one. The newest proven stays whatever its age, and so does what is not a day old.
 */
export function chooseExpired(rows: readonly BackupRow[], keep: BackupPeriods, now: Date): string[] {
  const newestFirst = rows
    .filter(({ state }) => state !== "asked")
    .toSorted((a, b) => (a.taken_at < b.taken_at ? 1 : -1));
  const whole = newestFirst.filter(({ bytes }) => bytes > 0);
  const kept = new Set<string>();
  const keepOneOfEach = (nameOf: (takenAt: Date) => string, count: number) => {
    const periods = Map.groupBy(whole, ({ taken_at }) => nameOf(new Date(taken_at)));
    for (const ofPeriod of [...periods.values()].slice(0, count)) {
      const best = ofPeriod.find(({ state }) => state === "proven") ?? ofPeriod[0];
      if (best) kept.add(best.name);
    }
  };
  keepOneOfEach((takenAt) => takenAt.toISOString().slice(0, 10), keep.days);
  keepOneOfEach((takenAt) => String(Math.floor((takenAt.getTime() / dayMs + 3) / 7)), keep.weeks);
  keepOneOfEach((takenAt) => takenAt.toISOString().slice(0, 7), keep.months);
  const newestProven = whole.find(({ state }) => state === "proven");
  if (newestProven) kept.add(newestProven.name);
  const dayAgo = new Date(now.getTime() - dayMs).toISOString();
  return newestFirst
    .filter(({ name, taken_at }) => !kept.has(name) && taken_at < dayAgo)
    .map(({ name }) => name);
}
