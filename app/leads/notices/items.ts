import type { ContentOf } from "#app/mail/templates/mail-content.ts";
import type { Lead } from "../lead.ts";
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
  const isMessage = lead.kind === "messages";
  const event = isMessage ? ("message" as const) : ("call" as const);
  const own = isMessage ? { Company: lead.company, Service: lead.service } : { "Best time": lead.best_time };
  const facts = { From: lead.name, "E-mail": lead.email, Phone: lead.phone, ...own };
  return {
    event,
    subjectId: lead.id,
    item: {
      event,
      path: leadScreenPath(lead),
      title: lead.reference,
      facts: Object.entries(facts).flatMap(([label, value]) => (value === "" ? [] : [{ label, value }])),
      text: shorten(isMessage ? lead.message : lead.topic),
    },
  };
}

/** Where staff look at it. */
export function leadScreenPath({ kind, id }: Pick<Lead, "kind" | "id">): string {
  return kind === "messages" ? `/dashboard/usercontactdata/${id}` : `/dashboard/call/requests/${id}`;
}

export function shorten(text: string, max = longestText): string {
  const letters = [...text];
  return letters.length <= max ? text : `${letters.slice(0, max - 1).join("")}…`;
}
