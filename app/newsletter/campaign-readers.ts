import type { Database } from "#app/database/database.ts";
import type { CampaignRow } from "./campaign.ts";

/** Whom an issue goes to. */
export interface CampaignReader {
  id: string;
  email: string;
}

/** The next confirmed readers after the place an issue has reached; who confirmed after it began gets the one after. */
export function nextReaders(
  { query }: Database,
  campaign: CampaignRow,
  size: number,
): Promise<CampaignReader[]> {
  return query
    .selectFrom("subscribers")
    .select(["id", "email"])
    .where("status", "=", "confirmed")
    .where("confirmed_at", "<=", campaign.started_at)
    .where("id", ">", campaign.reached)
    .orderBy("id")
    .limit(size)
    .execute();
}
