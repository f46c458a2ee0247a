import type { Kysely } from "kysely";
import type { Schema } from "../schema.ts";

/** The words in a lead, already split and folded. */
export interface LeadWords {
  leadId: string;
  kind: "messages" | "calls";
  words: string[];
}

/** How either engine finds what visitors sent by the words in it. */
export interface LeadSearch {
  create(query: Kysely<Schema>): Promise<void>;
  index(query: Kysely<Schema>, lead: LeadWords): Promise<void>;
  forget(query: Kysely<Schema>, leadIds: readonly string[]): Promise<void>;
  /** Ids of those whose words begin with all the given ones, the last indexed first; null for either kind. */
  find(
    query: Kysely<Schema>,
    words: readonly string[],
    kind: LeadWords["kind"] | null,
    limit: number,
  ): Promise<string[]>;
}
