import { sql } from "kysely";
import { slugKey } from "#app/content/urls/slug.ts";
import type { Database } from "#app/database/database.ts";
import { type Campaign, presentCampaign } from "./campaign.ts";

/** Where a campaign stands on the web. */
export function archivePath(slug: string): string {
  return `/newsletter/archive/${encodeURIComponent(slug)}`;
}

/** While the first are on their way nothing is known yet: then it counts as leaving. */
const hasLeft = sql<boolean>`(kept = 0 or sent > 0)`;

const mostListed = 500;

/** What everybody may read, the latest first: every campaign whose sending has begun, but for those that are not public and those that no mail server took. */
export async function listArchive(
  { query }: Database,
  most = mostListed,
): Promise<Pick<Campaign, "subject" | "preview" | "slug" | "startedAt">[]> {
  const rows = await query
    .selectFrom("newsletters")
    .select(["subject", "preview", "slug", "started_at"])
    .where("is_public", "=", 1)
    .where("started_at", "is not", null)
    .where(hasLeft)
    .orderBy("started_at", "desc")
    .orderBy("id", "desc")
    .limit(most)
    .execute();
  return rows.map(({ started_at, ...row }) => ({ ...row, startedAt: started_at }));
}

/** Null when there is none that everybody may read. */
export async function findArchived({ query }: Database, slug: string): Promise<Campaign | null> {
  const row = await query
    .selectFrom("newsletters")
    .selectAll()
    .where("slug_key", "=", slugKey(slug))
    .where("is_public", "=", 1)
    .where("started_at", "is not", null)
    .where(hasLeft)
    .executeTakeFirst();
  return row ? presentCampaign(row) : null;
}
