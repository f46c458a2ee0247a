import { DomainError } from "#app/lib/errors/domain-error.ts";
import type { SettingsConflict } from "#app/lib/fields/differences/three-way-merge.ts";
import type { Field, Fields } from "#app/lib/fields/field.ts";
import { isGroup } from "#app/lib/fields/types/records.ts";
import type { Database, Writing } from "#app/platform/database/database.ts";
import {
  lockSettings,
  readSettingsNow,
  readSettingsVersion,
  type SaveSettings,
  saveSettings,
} from "./settings.ts";
import { type Settings, settingFields, settingsSchema } from "./settings-schema.ts";

/** Part of a page that a setting changes, for the illustration next to its form. */
export type PagePart =
  | "header"
  | "hero"
  | "body"
  | "head"
  | "footer"
  | "strip"
  | "text"
  | "dashboard"
  | "mail";

/** Group of settings with a form of its own. */
export interface SettingsSection {
  name: string;
  title: string;
  lead: string;
  /** Paths of its settings, such as "company.name". */
  paths: readonly string[];
  /** Pages that show the settings. */
  shownAt: readonly { name: string; path: string }[];
  parts: readonly PagePart[];
  /** Whether a change requires recent reauthentication. */
  needsFreshSession?: true;
}

const everyPage = { name: "Every page", path: "/" };
const home = { name: "Home", path: "/" };
const about = { name: "About Us", path: "/about" };
const contact = { name: "Contact", path: "/contact" };
const ofCompany = (...names: string[]) => names.map((name) => `company.${name}`);

export const sections: readonly SettingsSection[] = [
  {
    name: "company",
    title: "Company",
    lead: "The company’s name and contact details.",
    paths: ofCompany(
      "name",
      "legalName",
      "tagline",
      "description",
      "foundedYear",
      "email",
      "replyTime",
      "phone",
      "copyrightFrom",
    ),
    shownAt: [everyPage, about],
    parts: ["header", "footer"],
  },
  {
    name: "offices",
    title: "Offices",
    lead: "Your addresses. The footer shows the first two.",
    paths: ["offices"],
    shownAt: [contact, about],
    parts: ["footer", "body"],
  },
  {
    name: "opening",
    title: "Opening hours",
    lead: "When you are open, and your holidays. Pages say whether you are open now.",
    paths: ["opening"],
    shownAt: [contact, { name: "Call to action", path: "/calltoaction" }],
    parts: ["body"],
  },
  {
    name: "links",
    title: "Links and social networks",
    lead: "Your profiles on other sites, and the WhatsApp button.",
    paths: ofCompany("social", "whatsapp"),
    shownAt: [everyPage],
    parts: ["footer", "strip"],
  },
  {
    name: "footer",
    title: "Footer",
    lead: "The names under “Our Services”.",
    paths: ["footerServices"],
    shownAt: [everyPage],
    parts: ["footer"],
  },
  {
    name: "payment",
    title: "Payment",
    lead: "The button that opens your payment provider’s form.",
    paths: ofCompany("payment"),
    shownAt: [everyPage],
    parts: ["strip"],
  },
  {
    name: "home",
    title: "Home page",
    lead: "Text, buttons and section order.",
    paths: ["home"],
    shownAt: [home],
    parts: ["hero", "body"],
  },
  {
    name: "about",
    title: "About page",
    lead: "Story, values and team.",
    paths: ["about"],
    shownAt: [about],
    parts: ["head", "text"],
  },
  {
    name: "contact",
    title: "Contact page",
    lead: "Who answers, and what happens next. The reply time is set under Company.",
    paths: ["contact"],
    shownAt: [contact],
    parts: ["text"],
  },
  {
    name: "pages",
    title: "Page headings",
    lead: "The heading and subheading of each page.",
    paths: ["pages"],
    shownAt: [
      { name: "Services", path: "/services" },
      { name: "Media Center", path: "/media" },
      { name: "Our Clients", path: "/clients" },
      { name: "Portfolio", path: "/portfolio" },
      { name: "Blog", path: "/blog" },
      contact,
      { name: "Call to action", path: "/calltoaction" },
    ],
    parts: ["head"],
  },
  {
    name: "search",
    title: "Search",
    lead: "Words that visitors use for what you offer.",
    paths: ["search"],
    shownAt: [{ name: "Search", path: "/search" }],
    parts: ["body"],
  },
  {
    name: "legal",
    title: "Terms and privacy",
    lead: "Each page is published once it has text.",
    paths: ["legal"],
    shownAt: [
      { name: "Terms", path: "/terms" },
      { name: "Privacy", path: "/privacy" },
    ],
    parts: ["text"],
  },
  {
    name: "newsletter",
    title: "Newsletter",
    lead: "The sign-up text, a sample newsletter, and how fast newsletters are sent.",
    paths: [...ofCompany("newsletter"), "mail"],
    shownAt: [everyPage, { name: "Newsletter", path: "/newsletter" }],
    parts: ["footer", "mail"],
  },
  {
    name: "site",
    title: "General",
    lead: "Time zone, dark mode and opening animation.",
    paths: ["site", "company.timeZone"],
    shownAt: [home],
    parts: ["dashboard", "mail"],
  },
  {
    name: "backups",
    title: "Backups",
    lead: "How often backups are made, and how long they are kept.",
    paths: ["backups.everyHours", "backups.keep"],
    shownAt: [],
    parts: ["dashboard"],
    needsFreshSession: true,
  },
  {
    name: "accounts",
    title: "Accounts",
    lead: "When staff need two-factor authentication, and when they are signed out.",
    paths: ["accounts"],
    shownAt: [],
    parts: ["dashboard"],
    needsFreshSession: true,
  },
];

/** Whether a change of the settings with these top-level names requires a fresh session. */
export function needsFreshSession(names: readonly string[]): boolean {
  const guarded = sections.filter((section) => section.needsFreshSession).flatMap(({ paths }) => paths);
  return guarded.some((path) => names.includes(path));
}

export function findSection(name: string): SettingsSection | undefined {
  return sections.find((section) => section.name === name);
}

/** Returns the fields of a section's form by full path. */
export function fieldsOfSection({ paths }: SettingsSection): Fields {
  return Object.fromEntries(paths.map((path) => [path, fieldAt(path)]));
}

function fieldAt(path: string): Field {
  let fields: Fields = settingFields;
  let found: Field | undefined;
  for (const step of path.split(".")) {
    found = fields[step];
    fields = found && isGroup(found) ? found.fields : {};
  }
  if (!found) throw new TypeError(`There is no setting ${path}`);
  return found;
}

/** Form values of settings by full path: strings, booleans and rows of them. Rich text is Markdown. */
export type DraftRecord = Readonly<Record<string, unknown>>;

/** Returns the form values of a section by full path. */
export function draftOf(section: SettingsSection, settings: Settings): DraftRecord {
  return Object.fromEntries(
    Object.entries(fieldsOfSection(section)).map(([path, field]) => [
      path,
      field.formValue(valueAt(settings, path)),
    ]),
  );
}

/** Returns the settings with a section's form values. Throws a DomainError if a text would lose content. */
export function withDraft(section: SettingsSection, settings: Settings, draft: DraftRecord): unknown {
  const next = structuredClone(settings);
  for (const [path, field] of Object.entries(fieldsOfSection(section)))
    putAt(next, path, field.complete(undefined, draft[path], path));
  return next;
}

function putAt(settings: Settings, path: string, value: unknown): void {
  const steps = path.split(".");
  Reflect.set(Object(valueAt(settings, steps.slice(0, -1).join("."))), steps.at(-1) ?? "", value);
}

function valueAt(settings: Settings, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((at, step) => (step === "" ? at : Reflect.get(Object(at), step)), settings);
}

type Save = Omit<SaveSettings, "part" | "basedOn"> & { basedOn: number };

/** Version numbers before and after a save; equal without changes. */
export interface Saved {
  before: number;
  after: number;
}

/**
 * Saves one section, even if others were saved since. Rejects a conflict in the section as "stale" with a `SettingsConflict`.
 */
export async function saveSection(
  tx: Writing,
  section: SettingsSection,
  draft: DraftRecord,
  save: Save,
): Promise<Saved> {
  await lockSettings(tx);
  const { version, settings } = await readSettingsNow(tx);
  const next = withDraft(section, settings, draft);
  if (save.basedOn !== version) await refuseConflict(tx, section, next, { version, settings }, save.basedOn);
  return saveIfChanged(tx, section, next, { version, settings }, save);
}

/** Restores a section from an earlier version, as a new version. */
export async function restoreSection(
  tx: Writing,
  section: SettingsSection,
  number: number,
  save: Save,
): Promise<Saved> {
  await lockSettings(tx);
  const { version, settings } = await readSettingsNow(tx);
  const earlier = await findVersion(tx, number);
  if (!earlier) throw new DomainError("missing", "This version of the settings is no longer stored.");
  const next = structuredClone(settings);
  for (const path of section.paths) putAt(next, path, valueAt(earlier, path));
  if (save.basedOn !== version) await refuseConflict(tx, section, next, { version, settings }, save.basedOn);
  return saveIfChanged(tx, section, next, { version, settings }, save);
}

async function saveIfChanged(
  tx: Writing,
  section: SettingsSection,
  next: unknown,
  { version, settings }: { version: number; settings: Settings },
  save: Save,
): Promise<Saved> {
  const checked = settingsSchema.safeParse(next);
  if (checked.success && isSame(checked.data, settings)) return { before: version, after: version };
  await saveSettings(tx, next, { ...save, basedOn: version, part: section.name });
  return { before: version, after: version + 1 };
}

/** Reads an earlier version; version 0 is empty. Null if it is no longer stored. */
async function findVersion(db: Database, version: number): Promise<Settings | null> {
  if (version === 0) return settingsSchema.parse({});
  return (await readSettingsVersion(db, version))?.settings ?? null;
}

async function refuseConflict(
  db: Database,
  section: SettingsSection,
  next: unknown,
  { version, settings }: { version: number; settings: Settings },
  basedOn: number,
): Promise<void> {
  const seen = await findVersion(db, basedOn);
  const base = seen && draftOf(section, seen);
  const theirs = draftOf(section, settings);
  if (base && isSame(base, theirs)) return;
  // Normalized as when stored, so that only real differences are shown.
  const checked = settingsSchema.safeParse(next);
  const latest = await readSettingsVersion(db, version);
  const detail: SettingsConflict = {
    version,
    theirs,
    base,
    mine: draftOf(section, checked.success ? checked.data : (next as Settings)), // only values can be invalid
    savedBy: latest?.savedBy ?? "",
    savedAt: latest?.savedAt ?? "",
  };
  throw new DomainError("stale", "This was changed in the meantime. Nothing was overwritten.", {
    detail,
  });
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
