import type { ContentOf } from "#app/mail/templates/mail-content.ts";
import type { Lead } from "../lead.ts";
import { leadPath } from "../lead-kinds.ts";
import type { NoticeEvent } from "../settings/lead-settings.ts";

export type NoticeItem = ContentOf<"notice">["items"][number];

/** One thing to tell: what it is about, and what is said of it. */
export interface News {
  event: NoticeEvent;
  subjectId: string;
  item: NoticeItem;
}

const longestText = 1500;

export function describeLead(lead: Lead): News {
  const event = lead.kind;
  const facts = {
    From: lead.name,
    "E-mail": lead.email,
    Phone: lead.phone,
    Company: lead.company,
    Service: lead.service,
    "Best time": lead.best_time,
  };
  return {
    event,
    subjectId: lead.id,
    item: {
      event,
      path: leadPath(lead),
      title: lead.reference,
      facts: Object.entries(facts).flatMap(([label, value]) => (value === "" ? [] : [{ label, value }])),
      text: shorten(lead.message || lead.topic),
    },
  };
}

export function shorten(text: string, max = longestText): string {
  const letters = [...text];
  return letters.length <= max ? text : `${letters.slice(0, max - 1).join("")}…`;
}
