import type { Database } from "#app/database/database.ts";
import { type OwnLink, ownLinksOf } from "../own-links.ts";
import { findPlaces, type Place } from "../places.ts";
import { advice, type Draft, error, type Finding, quote } from "./finding.ts";

/** Links to pages of this site that readers would not find. */
export async function checkOwnLinks(db: Database, { kind, data }: Draft, publicUrl: URL): Promise<Finding[]> {
  const links = ownLinksOf(kind, data, publicUrl.origin);
  const places = await findPlaces(
    db,
    links.map(({ key }) => key),
  );
  return links.flatMap((link) => judge(link, places.get(link.key) ?? "nothing"));
}

const onlyStaff = /^\/(dashboard|preview)(\/|$)/;

function judge({ field, address, key, words }: OwnLink, place: Place): Finding[] {
  if (place === "page") return [];
  const link = words === "" ? `The link to ${address}` : `The link ${quote(words)} to ${address}`;
  if (onlyStaff.test(key)) return [error(field, `${link} leads to a page that only staff can open.`)];
  if (place === "nothing") return [error(field, `${link} leads nowhere: there is no such page.`)];
  const title = quote(place.title);
  if (place.state === "scheduled")
    return [advice(field, `${link} leads to ${title}, which is scheduled and not public yet.`)];
  return [error(field, `${link} leads to ${title}, which ${where[place.state]}.`)];
}

const where = {
  draft: "is a draft that readers can't see",
  published: "stands at this address only once its changes are published",
  changed: "stands at this address only once its changes are published",
  archived: "is archived",
  trash: "is in the trash",
};
