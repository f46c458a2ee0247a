import { type ActionContext, listAuditRows, recordAudit } from "#app/domain/audit/audit.ts";
import { checkInput } from "#app/lib/errors/check-input.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import type { SettingsConflict } from "#app/lib/fields/differences/three-way-merge.ts";
import { recordSchema, type ValuesOf } from "#app/lib/fields/field.ts";
import {
  choice,
  emails,
  flag,
  group,
  openingHours,
  staff,
  text,
  ticks,
  whole,
  wholeOrNone,
} from "#app/lib/fields/fields.ts";
import { formRecord } from "#app/lib/fields/types/records.ts";
import { cachedQuery, cacheTags } from "#app/platform/database/cache-tags.ts";
import type { Database, Writing } from "#app/platform/database/database.ts";
import { defaultHabits } from "./spam.ts";

/** Unicode script names, with their labels. */
const scripts = {
  Latin: "Latin (English, Spanish …)",
  Bengali: "Bangla",
  Devanagari: "Devanagari (Hindi, Nepali …)",
  Arabic: "Arabic (Arabic, Urdu …)",
  Cyrillic: "Cyrillic (Russian …)",
  Greek: "Greek",
  Han: "Chinese characters",
  Hangul: "Korean",
  Hiragana: "Japanese",
  Tamil: "Tamil",
  Thai: "Thai",
};

const paces = {
  "at-once": "Immediately",
  hourly: "Hourly summary",
  daily: "Daily summary at 8:00",
  never: "Never",
};

/** Recipients and frequency of a notification; without recipients the company's address, or else every admin. */
const notice = (label: string, first: keyof typeof paces) =>
  group(label, {
    people: staff("People"),
    addresses: emails("Other addresses", { max: 20 }),
    pace: choice("Frequency", ["at-once", "hourly", "daily", "never"], { labels: paces, first }),
  });

/** Settings of messages and calls: form fields, validation and defaults. */
export const leadSettingFields = {
  notices: group("Notifications", {
    message: notice("New message", "at-once"),
    call: notice("New call request", "at-once"),
    subscriber: notice("New subscriber", "daily"),
    "failed-mail": notice("Failed e-mail", "at-once"),
  }),
  receipt: group("Receipt to the sender", {
    isOn: flag("E-mail a receipt with the reference number", { isOn: true }),
    text: text("Text", {
      max: 500,
      hint: "Optional. The receipt does not repeat the message, because anybody can enter anybody’s address.",
    }),
  }),
  answer: group("First response", {
    /** Business hours until a reminder; null for none. */
    withinHours: wholeOrNone("Respond within (hours)", 24, {
      min: 1,
      max: 240,
      hint: "Leave empty for no reminder.",
    }),
    /** Null counts every hour. */
    hours: openingHours("Business hours"),
  }),
  retention: group("Automatic deletion", {
    /** Null keeps them permanently. */
    closedMonths: wholeOrNone("Closed for (months)", 12, {
      min: 1,
      max: 120,
      hint: "Personal data, notes and replies are deleted; statistics stay. Leave empty to keep everything.",
    }),
    spamDays: whole("In spam for (days)", 60, { min: 1, max: 365 }),
    /** Retention of the sender's network and browser, independent of the message. */
    traceDays: whole("Network and browser of the sender (days)", 90, { min: 1, max: 365 }),
  }),
  /** Test message of the site to itself, which checks that messages arrive. */
  canary: group("Test messages", {
    isOn: flag("Send a test message through the contact form twice a day", { isOn: true }),
    firstHour: whole("First at (hour of the day)", 6, { min: 0, max: 23 }),
    secondHour: whole("Second at (hour of the day)", 18, {
      min: 0,
      max: 23,
      hint: "Between these, the form is checked every half hour without sending an e-mail.",
    }),
    addresses: emails("Sent to", {
      max: 1,
      hint: "Leave empty for the address our e-mails come from. Nobody else sees it: not in the inbox, not in reports.",
    }),
  }),
  spam: group("Spam", {
    mostLinks: whole("Maximum links in a message", defaultHabits.mostLinks, {
      min: 0,
      max: 50,
      hint: "Messages with more links go to the spam folder.",
    }),
    scripts: ticks("Scripts your customers write in", scripts, {
      first: ["Latin", "Bengali", "Devanagari", "Arabic"],
      hint: "Messages written mostly in other scripts go to the spam folder. Select none to accept all.",
    }),
  }),
};

export const leadSettingsSchema = recordSchema(leadSettingFields);

export type LeadSettings = ValuesOf<typeof leadSettingFields>;
export type NoticeEvent = keyof LeadSettings["notices"];

export const emptyLeadSettings: LeadSettings = leadSettingsSchema.parse({});

const key = "leads";

/** Lead settings with the version on which a change must be based. */
export interface VersionedLeadSettings {
  settings: LeadSettings;
  version: number;
}

export async function readLeadSettings(db: Database): Promise<LeadSettings> {
  return (await readVersionedLeadSettings(db)).settings;
}

export function readVersionedLeadSettings(db: Database): Promise<VersionedLeadSettings> {
  return cachedQuery(db, "lead-settings", [cacheTags.leadSettings], () => findSettings(db));
}

/** Saves all lead settings; rejects a stale version with a `SettingsConflict`. */
export async function saveLeadSettings(
  tx: Writing,
  input: unknown,
  { actor, now, basedOn }: ActionContext & { basedOn: number },
): Promise<number> {
  const settings = checkInput(leadSettingsSchema, input);
  await tx.locks.acquire(tx.query, "settings:leads");
  const current = await findSettings(tx);
  if (current.version !== basedOn) throw await createConflict(tx, current, settings);
  const next = {
    data: JSON.stringify(settings),
    version: current.version + 1,
    updated_at: now.toISOString(),
  };
  await tx.query
    .insertInto("settings")
    .values({ key, ...next })
    .onConflict((conflict) => conflict.column("key").doUpdateSet(next))
    .execute();
  tx.invalidate(cacheTags.leadSettings);
  await recordAudit(tx, actor, "settings.save", key);
  return next.version;
}

/** Creates the conflict; without a base, since earlier versions are not stored. */
async function createConflict(
  tx: Writing,
  { settings, version }: VersionedLeadSettings,
  mine: LeadSettings,
): Promise<DomainError> {
  const saves = await listAuditRows(tx, { subject: key, action: "settings.save", limit: 1 });
  const [save] = saves.rows;
  const detail: SettingsConflict = {
    version,
    theirs: formRecord(leadSettingFields, settings),
    base: null,
    mine: formRecord(leadSettingFields, mine),
    savedBy: save?.actor ?? "",
    savedAt: save?.at ?? "",
  };
  return new DomainError("stale", "This was changed in the meantime. Nothing was overwritten.", { detail });
}

async function findSettings(db: Database): Promise<VersionedLeadSettings> {
  const row = await db.query
    .selectFrom("settings")
    .select(["data", "version"])
    .where("key", "=", key)
    .executeTakeFirst();
  // The schema fills settings that were added later.
  return row
    ? { settings: leadSettingsSchema.parse(JSON.parse(row.data)), version: row.version }
    : { settings: emptyLeadSettings, version: 0 };
}
