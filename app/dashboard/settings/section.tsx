import { data } from "react-router";
import { findNames } from "#app/accounts/staff/find-names.ts";
import { draftOf } from "#app/company/section-draft.ts";
import { fieldsOfSection, findSection, type SettingsSection } from "#app/company/sections.ts";
import { findOutdated, readSettingsNow, readSettingsVersion } from "#app/company/settings.ts";
import { act } from "../parts/act.ts";
import { Moment } from "../parts/moment.tsx";
import { Screen } from "../parts/screen.tsx";
import { openScreen } from "../parts/staff.ts";
import type { Route } from "./+types/section.ts";
import { PagePicture } from "./page-picture.tsx";
import { sectionDeeds } from "./section-deeds.ts";
import { SectionForm } from "./section-form.tsx";

/** Admins. */
export async function loader({ params, ...args }: Route.LoaderArgs) {
  const { db } = await openScreen(args, "admin");
  const section = sectionOf(params.section);
  const { version, settings } = await readSettingsNow(db);
  const latest = await readSettingsVersion(db, version);
  const names = await findNames(db, latest ? [latest.savedBy] : []);
  return {
    section,
    version,
    fields: fieldsOfSection(section),
    draft: draftOf(section, settings),
    outdated: await findOutdated(db),
    savedAt: latest?.savedAt ?? "",
    savedBy: names.get(latest?.savedBy ?? "") ?? "",
    zones: section.paths.includes("company.timeZone") ? Intl.supportedValuesOf("timeZone") : [],
  };
}

/** Admins. */
export function action({ params, ...args }: Route.ActionArgs) {
  return act(args, "admin", sectionDeeds(sectionOf(params.section)));
}

function sectionOf(name: string): SettingsSection {
  const section = findSection(name);
  if (!section) throw data(null, { status: 404 });
  return section;
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
            Settings saved <Moment at={page.savedAt} />
            {page.savedBy && ` by ${page.savedBy}`}
          </span>
        )
      }
    >
      <div className="pad two settings">
        <SectionForm key={section.name} page={page} answer={actionData} />
        <aside className="stack">
          <p>{section.lead}</p>
          <PagePicture parts={section.parts} />
          <ShownAt section={section} />
        </aside>
      </div>
    </Screen>
  );
}

function ShownAt({ section: { shownAt } }: { section: SettingsSection }) {
  if (shownAt.length === 0) return null;
  return (
    <div>
      <h2 className="t">Shown at</h2>
      <ul className="places">
        {shownAt.map(({ name, path }) => (
          <li key={name}>
            <a href={path} target="_blank" rel="noopener">
              {name}
              <span className="vh">, in a new tab</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
