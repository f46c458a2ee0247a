import { z } from "zod";
import type { StaffEntry } from "#app/content/entry.ts";
import { states } from "#app/content/staff-list/staff-filter.ts";
import { headShape } from "../content/presenter.ts";
import { json } from "../server/answers.ts";
import { namedSchema } from "../server/named-schemas.ts";

const { _id, title, slug, path, url, publishedAt, updatedAt } = headShape;
const moment = z.iso.datetime().nullable();

/** Where an entry stands, whatever its kind. */
export const standingSchema = namedSchema(
  "Standing",
  z.strictObject({
    _id,
    title,
    slug,
    path,
    url,
    state: z.enum(states),
    version: z.int().meta({ description: "Number of its newest version" }),
    liveVersion: z.int().nullable().meta({ description: "The version the public sees" }),
    position: z.int(),
    publishAt: moment,
    unpublishAt: moment,
    publishedAt,
    updatedAt,
    deletedAt: moment.meta({ description: "When it was put into the trash" }),
  }),
);

/** The answer to a change of where an entry stands; its version is its entity tag. */
export function answerStanding(entry: StaffEntry, site: URL, status: 200 | 201 = 200): Response {
  const { id: _id, title, slug, path, state, version, liveVersion, position } = entry;
  const { publishAt, unpublishAt, publishedAt, updatedAt, deletedAt } = entry;
  const head = {
    _id,
    title,
    slug,
    path,
    url: new URL(path, site).href,
    state,
    version,
    liveVersion,
    position,
  };
  const answer = json({ ...head, publishAt, unpublishAt, publishedAt, updatedAt, deletedAt }, status);
  answer.headers.set("etag", `"${version}"`);
  answer.headers.set("cache-control", "no-store");
  return answer;
}
