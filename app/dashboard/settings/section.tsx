import { data } from "react-router";
import { readPictureChoices } from "#app/dashboard/content/form/read-choices.ts";
import type { ActionOk } from "#app/dashboard/parts/action-result.ts";
import { type FormInput, handleAction } from "#app/dashboard/parts/handle-action.ts";
import { Moment } from "#app/dashboard/parts/moment.tsx";
import { requireFreshStaff, requireScreen, type Staff } from "#app/dashboard/parts/require-screen.ts";
import { Screen } from "#app/dashboard/parts/screen.tsx";
import { withConflictAuthor } from "#app/dashboard/parts/with-conflict-author.ts";
import { findNames } from "#app/domain/accounts/staff/actor-names.ts";
import {
  type DraftRecord,
  draftOf,
  fieldsOfSection,
  findSection,
  type PagePart,
  restoreSection,
  type Saved,
  type SettingsSection,
  saveSection,
} from "#app/domain/company/sections.ts";
import { findOutdated, readSettingsNow, readSettingsVersion } from "#app/domain/company/settings.ts";
import { takeTypedForm } from "#app/domain/routing/stale-form.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import type { SettingsConflict } from "#app/lib/fields/differences/three-way-merge.ts";
import { describeFields, type Fields } from "#app/lib/fields/field.ts";
import type { PictureChoice } from "#app/lib/fields/form-context.ts";
import { partsOfRecord } from "#app/lib/fields/types/records.ts";
import { type FixedSetting, listFixedSettings } from "#app/ops/backup/backups.ts";
import { type Database, write } from "#app/platform/database/database.ts";
import type { BackupEnv } from "#app/platform/settings/files-env.ts";
import type { Route } from "./+types/section.ts";
import { readSettingsDraft, SectionForm } from "./section-form.tsx";

export async function loader({ params, ...args }: Route.LoaderArgs) {
  const staff = await requireScreen(args);
  const { db, backup } = staff;
  const { section, fixed } = sectionOf(params.section, backup);
  const { version, settings } = await readSettingsNow(db);
  const latest = await readSettingsVersion(db, version);
  const names = await findNames(db, latest ? [latest.savedBy] : []);
  const fields = fieldsOfSection(section);
  const draft = draftOf(section, settings);
  return {
    section,
    fixed,
    version,
    fields: describeFields(fields),
    draft,
    restored: await takeTypedForm(staff, args.request),
    pictures: await readPictures(db, fields, draft),
    outdated: await findOutdated(db),
    savedAt: latest?.savedAt ?? "",
    savedBy: names.get(latest?.savedBy ?? "") ?? "",
  };
}

export function action({ params, ...args }: Route.ActionArgs) {
  return handleAction(args, sectionActions(params.section));
}

/** Pictures used by a form, then the newest ones to choose from. */
async function readPictures(db: Database, fields: Fields, draft: DraftRecord): Promise<PictureChoice[]> {
  if (!Object.values(fields).some(({ sources }) => sources.some(({ from }) => from === "pictures")))
    return [];
  const parts = partsOfRecord(fields, draft);
  return readPictureChoices(
    db,
    parts.flatMap((part) => (part.is === "picture" ? [part.id] : [])),
  );
}

/** A section without the settings that environment variables fix. */
function sectionOf(name: string, backup: BackupEnv): { section: SettingsSection; fixed: FixedSetting[] } {
  const section = findSection(name);
  if (!section) throw data(null, { status: 404 });
  const fixed = listFixedSettings(backup).filter(({ path }) => section.paths.includes(path));
  const paths = section.paths.filter((path) => fixed.every((one) => one.path !== path));
  return { section: { ...section, paths }, fixed };
}

export default function Section({ loaderData: page, actionData }: Route.ComponentProps) {
  const { section } = page;
  return (
    <Screen
      title={section.title}
      crumbs={[{ name: "Settings", path: "/dashboard/settings" }]}
      answer={actionData}
      status={
        page.savedAt && (
          <span className="saving">
            Settings saved <Moment at={page.savedAt} inSentence />
            {page.savedBy && ` by ${page.savedBy}`}
          </span>
        )
      }
    >
      <div className="pad two settings" data-section={section.name}>
        <div className="stack">
          <FixedSettings fixed={page.fixed} />
          {section.paths.length > 0 && <SectionForm key={section.name} page={page} answer={actionData} />}
        </div>
        <aside className="stack">
          <p>{section.lead}</p>
          <PagePicture parts={section.parts} />
          <ShownAt section={section} />
        </aside>
      </div>
    </Screen>
  );
}

/** Settings fixed by environment variables, which take precedence. */
function FixedSettings({ fixed }: { fixed: readonly FixedSetting[] }) {
  if (fixed.length === 0) return null;
  return (
    <div className="note stack">
      {fixed.map(({ path, label, variable, value }) => (
        <p key={path}>
          <b>{label}:</b> {value}. Set on the server as <code>{variable}</code>, so it can’t be changed here.
        </p>
      ))}
    </div>
  );
}

function ShownAt({ section: { shownAt } }: { section: SettingsSection }) {
  if (shownAt.length === 0) return null;
  return (
    <div>
      <h2>Shown at</h2>
      <ul className="places">
        {shownAt.map(({ name, path }) => (
          <li key={name}>
            <a href={path} target="_blank" rel="noopener">
              {name}
              <span className="visually-hidden">, in a new tab</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Positions of page parts in the small page picture. */
const places: { part: PagePart; x: number; y: number; width: number; height: number }[] = [
  { part: "header", x: 6, y: 6, width: 142, height: 10 },
  { part: "head", x: 6, y: 22, width: 96, height: 14 },
  { part: "hero", x: 6, y: 22, width: 142, height: 26 },
  { part: "text", x: 6, y: 42, width: 96, height: 34 },
  { part: "body", x: 6, y: 52, width: 142, height: 26 },
  { part: "footer", x: 6, y: 82, width: 142, height: 18 },
  { part: "strip", x: 152, y: 6, width: 8, height: 94 },
];

const ground: readonly PagePart[] = ["header", "hero", "body", "footer", "strip"];

/** Small page picture that highlights the parts a section changes. */
function PagePicture({ parts }: { parts: readonly PagePart[] }) {
  const marked = places.filter(({ part }) => parts.includes(part));
  if (marked.length === 0) return null;
  return (
    <svg className="page-picture" viewBox="0 0 166 106" aria-hidden="true">
      <rect className="sheet" x="0.5" y="0.5" width="165" height="105" rx="4" />
      {places
        .filter(({ part }) => ground.includes(part))
        .map(({ part, ...box }) => (
          <rect key={part} className="part" {...box} rx="2" />
        ))}
      {marked.map(({ part, ...box }) => (
        <rect key={part} className="marked" {...box} rx="2" />
      ))}
    </svg>
  );
}

/** Actions of a section's form. */
function sectionActions(name: string) {
  return {
    save: async (sent: FormInput, staff: Staff): Promise<SectionSaved> => {
      const { section } = sectionOf(name, staff.backup);
      const { db, actionContext } = staff;
      if (section.needsFreshSession) requireFreshStaff(staff);
      const draft = readSettingsDraft(describeFields(fieldsOfSection(section)), textsOf(sent));
      const basedOn = readVersion(sent.text("basedOn"));
      const writerOf = ({ savedBy }: SettingsConflict) => savedBy;
      const saved = await withConflictAuthor(db, writerOf, () =>
        write(db, (tx) => saveSection(tx, section, draft, { ...actionContext, basedOn })),
      );
      return describeSaved(saved, section.shownAt.length > 0 ? "Saved. The site shows it now." : "Saved.");
    },
    restore: async (sent: FormInput, staff: Staff): Promise<SectionSaved> => {
      const { section } = sectionOf(name, staff.backup);
      const { db, actionContext } = staff;
      if (section.needsFreshSession) requireFreshStaff(staff);
      const [number, basedOn] = [readVersion(sent.text("version")), readVersion(sent.text("basedOn"))];
      const saved = await write(db, (tx) =>
        restoreSection(tx, section, number, { ...actionContext, basedOn }),
      );
      return describeSaved(saved, "Restored.");
    },
  };
}

/** Includes the new version of the settings. */
type SectionSaved = ActionOk & { version: number };

function describeSaved({ before, after }: Saved, done: string): SectionSaved {
  if (before === after) return { done: "Nothing changed.", version: after };
  const values = { version: String(before), basedOn: String(after) };
  return { done, undo: { intent: "restore", values }, version: after };
}

function textsOf({ form }: FormInput): Record<string, string> {
  const texts = [...form].filter((pair): pair is [string, string] => typeof pair[1] === "string");
  return Object.fromEntries(texts);
}

function readVersion(typed: string): number {
  if (!/^\d{1,9}$/.test(typed)) throw new DomainError("invalid", "This form is incomplete. Reload the page.");
  return Number(typed);
}
