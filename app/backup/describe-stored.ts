import { sayBytes, sayCount } from "#app/text/counts.ts";
import type { BackupRow } from "./backups.ts";
import type { IncrementRow } from "./increments/increments.ts";
import { readPageName } from "./increments/names.ts";
import type { PageSet } from "./increments/page-sets.ts";
import type { StoredBackup } from "./store/backup-store.ts";
import { readBackupName } from "./store/names.ts";

/** What the database knows of proofs. */
export interface KnownProofs {
  backups: readonly Pick<BackupRow, "name" | "state">[];
  increments: readonly Pick<IncrementRow, "base_set" | "state">[];
}

/**
 * A line for each backup, then for each base with its increments: moment in UTC, size, proof, name. A base is proven together
 * with its newest increment.
 * @param proofs null where there is no database to ask
 */
export function describeStored(
  backups: readonly StoredBackup[],
  sets: readonly PageSet[],
  proofs: KnownProofs | null,
): string[] {
  const proofOf = new Map<string, string>([
    ...(proofs?.backups ?? []).map(({ name, state }) => [name, state] as const),
    ...(proofs?.increments ?? []).map(({ base_set, state }) => [base_set, state] as const),
  ]);
  const unknown = proofs === null ? "?" : "unproven";
  const line = ({ name, bytes }: StoredBackup, takenAt: Date | undefined, proof: string) =>
    `${takenAt?.toISOString().slice(0, 16).replace("T", " ")}  ${sayBytes(bytes).padStart(8)}  ${proof.padEnd(8)}  ${name}`;
  return [
    ...backups.map((one) => line(one, readBackupName(one.name)?.takenAt, proofOf.get(one.name) ?? unknown)),
    ...sets.flatMap(({ set, base, increments }) => [
      `Base, with ${sayCount(increments.length, "increment")}:`,
      line(base, readPageName(base.name)?.takenAt, proofOf.get(set) ?? unknown),
      ...increments.map((one) => line(one, readPageName(one.name)?.takenAt, "")),
    ]),
  ];
}
