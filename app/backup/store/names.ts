import { randomBytes } from "node:crypto";

/** Why a backup was made; part of its name. */
export const backupReasons = ["daily", "asked", "command", "update"] as const;
export type BackupReason = (typeof backupReasons)[number];

/** Such as `frontdesk-20261123T150000Z-daily-1f0a.jsonl.zst.age`: sorted by name, they are sorted by time. */
export function backupName(takenAt: Date, reason: BackupReason, isSealed: boolean): string {
  const moment = takenAt.toISOString().slice(0, 19).replaceAll(/[-:]/g, "");
  const ending = isSealed ? "jsonl.zst.age" : "jsonl.zst";
  return `frontdesk-${moment}Z-${reason}-${randomBytes(2).toString("hex")}.${ending}`;
}

const pattern =
  /^frontdesk-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-(daily|asked|command|update)-[0-9a-f]{4}\.jsonl\.zst(\.age)?$/;

export function isBackupName(name: string): boolean {
  return readBackupName(name) !== null;
}

/** What a name says; null for one that is no backup's. */
export function readBackupName(
  name: string,
): { takenAt: Date; reason: BackupReason; isSealed: boolean } | null {
  const [, year, month, day, hour, minute, second, word, age] = pattern.exec(name) ?? [];
  const reason = backupReasons.find((one) => one === word);
  const takenAt = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (!reason || Number.isNaN(takenAt.getTime())) return null;
  return {
    takenAt,
    reason,
    isSealed: age !== undefined,
  };
}
