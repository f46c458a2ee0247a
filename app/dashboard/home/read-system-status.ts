import type { Staff } from "#app/dashboard/parts/require-screen.ts";
import { enabledSignInKinds } from "#app/domain/accounts/accounts.ts";
import { measureFiles } from "#app/domain/files/store/site-files.ts";
import { type CanaryState, readCanaryState } from "#app/domain/leads/intake/rounds.ts";
import type { MailSending } from "#app/domain/mail/outbox/mail-service.ts";
import type { MailHealth } from "#app/domain/mail/outbox/status.ts";
import { listWebhooks } from "#app/domain/webhooks/webhooks.ts";
import { capitalize, formatBytes, formatCount } from "#app/lib/text/counts.ts";
import { isAhead } from "#app/ops/backup/backup-store.ts";
import { type BackupRow, listBackups, readBackupRule } from "#app/ops/backup/backups.ts";
import { formatRestoreTime } from "#app/ops/resources/backups.ts";
import type { Database } from "#app/platform/database/database.ts";
import { leadRulesPath, mailPath } from "./format-summary.ts";

/** The home summary counts failed mails separately. */
export const failedMails = "Failed e-mails";

/** State of one part of the system. */
export interface SystemReading {
  name: string;
  /** Broken means loss of messages, mail or data; a warning means not set up or unknown. */
  state: "well" | "warning" | "broken";
  /** Last confirmation of this state, ISO 8601. */
  at: string | null;
  figure: string;
  path: string | null;
}

export async function readSystemStatus(staff: Staff, mail: MailHealth): Promise<SystemReading[]> {
  const { db, accounts, person, mail: service } = staff;
  const { files, bytes } = await measureFiles(db);
  const size = await db.dialect.readSize(db.query);
  const path = person.role === "admin" ? mailPath : null;
  const google: SystemReading = {
    name: "Google sign-in is not set up",
    state: "warning",
    at: null,
    figure: "",
    path: null,
  };
  return [
    readMail(mail, service, path),
    ...readCanary(
      await readCanaryState(db, staff.actionContext.now),
      person.role === "admin" ? leadRulesPath : null,
    ),
    ...(await readBackups(staff)),
    ...(person.role === "admin" ? await readWebhooks(db) : []),
    db.file?.readLoss()
      ? {
          name: "The database file is gone: nothing can be saved",
          state: "broken",
          at: null,
          figure: "",
          path: null,
        }
      : { name: "Database", state: "well", at: null, figure: formatBytes(size), path: null },
    {
      name: files === 0 ? "No files yet" : capitalize(formatCount(files, "file")),
      state: "well",
      at: null,
      figure: formatBytes(bytes),
      path: "/dashboard/files",
    },
    ...(enabledSignInKinds(accounts).includes("google") ? [] : [google]),
  ];
}

/** State of the newest backup with a verification result, and a warning for backups dated in the future. */
export async function readBackups({
  db,
  backup,
  person,
  actionContext: { now },
}: Pick<Staff, "db" | "backup" | "actionContext"> & { person: Pick<Staff["person"], "role"> }): Promise<
  SystemReading[]
> {
  const path = person.role === "admin" ? "/dashboard/backups" : null;
  const rows = await listBackups(db);
  const { everyHours } = await readBackupRule(db, backup);
  const ahead = rows.filter(({ taken_at }) => isAhead(taken_at, now));
  const newest = describeNewest(
    rows.filter((row) => !ahead.includes(row)),
    { everyHours, now, path },
  );
  const [last] = ahead;
  if (!last) return [newest];
  const name = "A backup dated in the future is ignored";
  return [newest, { name, state: "broken", at: last.taken_at, figure: "", path }];
}

/** Warning for webhooks that were disabled after failures and receive no events. */
export async function readWebhooks(db: Database): Promise<SystemReading[]> {
  const off = (await listWebhooks(db)).filter(({ isOn, disabledReason }) => !isOn && disabledReason !== "");
  const [first, ...others] = off;
  if (!first) return [];
  const isOne = others.length === 0;
  return [
    {
      name: `${capitalize(formatCount(off.length, "webhook"))} ${isOne ? "was" : "were"} turned off`,
      state: "broken",
      at: isOne ? first.disabledAt : null,
      figure: "",
      path: isOne ? `/dashboard/webhooks/${first.id}` : "/dashboard/webhooks",
    },
  ];
}

/** Newest backup with a verification result, and its restore time. */
function describeNewest(
  newestFirst: readonly BackupRow[],
  { everyHours, now, path }: { everyHours: number; now: Date; path: string | null },
): SystemReading {
  const newest = newestFirst.find(({ state }) => state === "proven" || state === "failed");
  const about = { at: null, figure: "", path };
  if (!newest) return { ...about, state: "warning", name: "No backup is verified yet" };
  if (newest.state === "failed")
    return { ...about, at: newest.taken_at, state: "broken", name: "The last backup failed" };
  const hours = (now.getTime() - Date.parse(newest.taken_at)) / 3_600_000;
  const isOld = everyHours > 0 && hours > 2 * everyHours + proofHours;
  return {
    ...about,
    at: newest.taken_at,
    state: isOld ? "broken" : "well",
    name: isOld
      ? "The last verified backup is old"
      : `Backup is verified, restored in ${formatRestoreTime(newest.restore_ms ?? 0)}`,
  };
}

/** Maximum hours from a backup's due time until it is verified. */
const proofHours = 3;

function readMail(
  { failed, late, lastSentAt }: MailHealth,
  { isSending, isWaiting }: Pick<MailSending, "isSending" | "isWaiting">,
  path: string | null,
): SystemReading {
  const about = { at: null, figure: "", path };
  if (isWaiting) return { ...about, state: "broken", name: "E-mails wait: SMTP_URL is missing" };
  if (!isSending) return { ...about, state: "warning", name: "E-mail is not set up: nothing is sent" };
  if (failed > 0) return { ...about, state: "broken", name: failedMails, figure: `${failed}` };
  if (late > 0) return { ...about, state: "broken", name: "E-mails are delayed", figure: `${late}` };
  if (lastSentAt === null) return { ...about, state: "well", name: "E-mail is set up, nothing sent yet" };
  return { ...about, at: lastSentAt, state: "well", name: "E-mail works, last sent" };
}

/** Failed step of the test message, in words for users. */
const brokenLinks = {
  page: "the contact page can’t be opened",
  form: "the contact form refuses them",
  database: "they are not stored",
  outbox: "e-mail stays in the outbox",
  mail: "the mail server takes no e-mail",
} as const;

function readCanary(
  { isOn, lastArrivedAt, broken, isStale }: CanaryState,
  path: string | null,
): SystemReading[] {
  const about = { at: lastArrivedAt, figure: "", path };
  if (!isOn) return [];
  if (broken !== null)
    return [
      {
        ...about,
        state: "broken",
        name: `Test messages don’t arrive: ${brokenLinks[broken.link]}`,
        at: broken.since,
      },
    ];
  if (isStale) return [{ ...about, state: "broken", name: "No test message has arrived for an hour" }];
  if (lastArrivedAt === null) return [{ ...about, state: "warning", name: "Form check: not run yet" }];
  return [{ ...about, state: "well", name: "A test message arrived" }];
}
