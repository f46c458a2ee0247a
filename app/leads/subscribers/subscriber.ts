import type { Selectable } from "kysely";
import type { SubscriberTable } from "#app/database/tables/leads.ts";
import { newLinkKey } from "#app/platform/id.ts";

export type Subscriber = Selectable<SubscriberTable>;

/** What every subscription begins with; the moment is that of the consent. */
export function freshSubscription(consentedAt: string) {
  return {
    consented_at: consentedAt,
    confirm_key: newLinkKey(),
    confirmed_at: null,
    confirmed_by: "" as const,
    bounces: 0,
    ended_at: null,
    ended_by: "" as const,
    ended_why: "",
    status_before: "",
  };
}
