import { checkEntry } from "./check-entry.ts";
import { checkCategories, checkDocuments, checkPictures, checkRedirects } from "./check-lists.ts";
import { checkSettings } from "./check-settings.ts";
import { isRecord } from "./explain.ts";
import type { Parcel } from "./parcel.ts";
import type { Names, Plan, PlannedEntry, SiteContents } from "./plan.ts";
import type { Notebook } from "./problem.ts";
import { nameKey } from "./site-contents.ts";

const pictureBytes = 40_000_000;

/** Checks everything that came; what is wrong is noted, all of it in one go. */
export function makePlan(parcel: Parcel, site: SiteContents, notebook: Notebook): Plan {
  const categories = checkCategories(parcel, { names: nothing, notebook });
  const names = expectedNames(parcel, categories, site);
  const checking = { names, notebook };
  const entries = parcel.entries.flatMap((entry) => checkEntry(entry, checking) ?? []);
  return {
    settings: checkSettings(parcel, checking),
    categories,
    pictures: checkPictures(parcel, checking),
    documents: checkDocuments(parcel, checking),
    entries: entries,
    redirects: checkRedirects(parcel, checking),
    pictureBytes,
  };
}

/** Refuses two entries of one address, and addresses the site has already unless they are to be replaced. */
export function checkAddresses(
  entries: readonly PlannedEntry[],
  site: SiteContents,
  options: { replace: boolean },
  notebook: Notebook,
): void {
  const first = new Map<string, PlannedEntry>();
  for (const entry of entries) {
    const key = nameKey(entry.kind.name, entry.title);
    const other = first.get(key);
    if (other)
      notebook.note(
        entry.place,
        ["title"],
        `${other.place.file} has the same title, so both would have one address`,
      );
    else if (site.entries.has(key) && !options.replace)
      notebook.note(
        entry.place,
        ["title"],
        "The site has an entry of this address; use --replace to put this in its place",
      );
    else first.set(key, entry);
  }
}

const nothing: Names = { picture: () => null, file: () => null, category: () => null, entry: () => null };

/** What names will stand for; the ids are made up, one for each name, since nothing is stored yet. */
function expectedNames(parcel: Parcel, categories: Plan["categories"], site: SiteContents): Names {
  const known = new Set([...site.entries.keys(), ...site.categories.keys()]);
  for (const { taxonomy, name } of categories) known.add(nameKey(taxonomy, name));
  for (const { kind, sheet } of parcel.entries) {
    const title = isRecord(sheet.fields.value) ? sheet.fields.value.title : null;
    if (typeof title === "string") known.add(nameKey(kind.name, title));
  }
  const files = new Set([
    ...parcel.pictureNames.map((name) => `pictures/${name}`),
    ...parcel.documentNames.map((name) => `documents/${name}`),
  ]);
  const ids = new Map<string, string>();
  const idOf = (key: string, isKnown: boolean) => {
    if (!isKnown) return null;
    const id = ids.get(key) ?? `expected-${ids.size}`;
    ids.set(key, id);
    return id;
  };
  const named = (group: string, name: string) => idOf(nameKey(group, name), known.has(nameKey(group, name)));
  const file = (name: string) => idOf(`/${name}`, files.has(name));
  return { picture: (name) => file(`pictures/${name}`), file, category: named, entry: named };
}
