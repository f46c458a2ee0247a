import { z } from "zod";
import type { StaffEntry } from "#app/content/entry.ts";
import type { Kind } from "#app/content/kind.ts";
import { json } from "./answers.ts";
import { entryDataSchema } from "./entry-input-shape.ts";
import { named } from "./named-schemas.ts";
import { headShape } from "./presenter.ts";

/** An entry as staff work on it: where it stands, and its newest version in the form in which it is written. */
export function draftSchema(kind: Kind): z.ZodType {
  const { _id, title, slug, path, url, publishedAt, updatedAt } = headShape;
  const moment = z.iso.datetime().nullable();
  return named(
    `${kind.name.slice(0, 1).toUpperCase()}${kind.name.slice(1)}Draft`,
    z.strictObject({
      _id,
      title,
      slug,
      path,
      url,
      publishedAt,
      updatedAt,
      state: z.enum(["draft", "scheduled", "published", "changed", "archived"]),
      version: z.int().meta({ description: "For If-Match when it is changed" }),
      liveVersion: z.int().nullable().meta({ description: "The version the public sees" }),
      publishAt: moment,
      unpublishAt: moment,
      deletedAt: moment,
      data: entryDataSchema(kind),
    }),
  );
}

export function presentDraft(entry: StaffEntry, site: URL) {
  const { id: _id, title, slug, path, state, version, liveVersion, data } = entry;
  const { publishedAt, updatedAt, publishAt, unpublishAt, deletedAt } = entry;
  const head = { _id, title, slug, path, url: new URL(path, site).href, publishedAt, updatedAt };
  return { ...head, state, version, liveVersion, publishAt, unpublishAt, deletedAt, data };
}

/** The answer about one entry to its staff; its version is its entity tag. */
export function answerDraft(entry: StaffEntry, site: URL, status: 200 | 201 = 200): Response {
  const answer = json(presentDraft(entry, site), status);
  answer.headers.set("etag", `"${entry.version}"`);
  answer.headers.set("cache-control", "no-store");
  return answer;
}
