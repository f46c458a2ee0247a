import type { Database } from "#app/database/database.ts";
import type { IssueRow } from "./issue.ts";

/** Whom an issue goes to. */
export interface Reader {
  id: string;
  email: string;
}

/** The next confirmed readers after the place an issue has reached; who confirmed after it began gets the one after. */
export function nextReaders({ query }: Database, issue: IssueRow, size: number): Promise<Reader[]> {
  return query
    .selectFrom("subscribers")
    .select(["id", "email"])
    .where("status", "=", "confirmed")
    .where("confirmed_at", "<=", issue.started_at)
    .where("id", ">", issue.reached)
    .orderBy("id")
    .limit(size)
    .execute();
}
