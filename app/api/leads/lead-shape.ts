import { z } from "zod";
import { pageKeys } from "#app/api/server/answers.ts";
import { namedSchema } from "#app/api/server/route.ts";
import { folders, isDay, leadSorts } from "#app/domain/leads/inbox/filter.ts";
import type { InboxRow } from "#app/domain/leads/inbox/read-inbox.ts";
import type { TimelineItem } from "#app/domain/leads/inbox/timeline.ts";
import { type Lead, textOfLead } from "#app/domain/leads/lead.ts";
import { statuses } from "#app/domain/leads/lead-kinds.ts";
import { isStorable } from "#app/lib/text/plain-text.ts";

const day = z.string().refine(isDay, "Enter a day as YYYY-MM-DD, from 1900 on");
const text = z
  .string()
  .max(300, "Use at most 300 characters")
  .refine(isStorable, "Remove the characters that cannot be stored");

/** Query of a list of messages or calls. */
export const leadQuerySchema = z.strictObject({
  folder: z
    .enum(folders, `Enter one of: ${folders.join(", ")}`)
    .optional()
    .meta({ description: "Default: all" }),
  q: text.optional().meta({ description: "Word prefixes, an address, a number or a reference" }),
  assignee: text.optional().meta({ description: "Id of a person, me or nobody" }),
  service: text.optional(),
  source: text.optional().meta({ description: "Path of the page with the form" }),
  from: day.optional().meta({ description: "First day of arrival, in the company's time zone" }),
  to: day.optional().meta({ description: "Last day of arrival" }),
  sort: z.enum(leadSorts, "Enter newest or oldest").optional(),
  ...pageKeys({ limit: 50, cursorFrom: "body" }),
});

export type LeadQuery = z.infer<typeof leadQuerySchema>;

const moment = z.iso.datetime();
const leadFields = {
  _id: z.uuid(),
  reference: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  company: z.string(),
  service: z.string(),
  bestTime: z.string(),
  status: z.enum(statuses),
  assignee: z.strictObject({ _id: z.string(), name: z.string() }).nullable(),
  createdAt: moment,
  snoozedUntil: moment.nullable(),
  answeredAt: moment.nullable(),
  spamReasons: z.array(z.string()),
  tries: z.int().meta({ description: "For calls: number of attempts without an answer" }),
};

export const leadPageSchema = namedSchema(
  "LeadPage",
  z.strictObject({
    items: z.array(z.strictObject({ ...leadFields, beginning: z.string() })),
    next: z.string().nullable().meta({ description: "Cursor of the next page" }),
  }),
);

export const leadSchema = namedSchema(
  "Lead",
  z.strictObject({
    _id: z.uuid(),
    reference: z.string(),
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    text: z.string(),
    status: z.enum(statuses),
    assignee: z.string().nullable(),
    company: z.string(),
    service: z.string(),
    sourcePath: z.string(),
    referrer: z.string(),
    createdAt: moment,
    snoozedUntil: moment.nullable(),
    answeredAt: moment.nullable(),
    answerMinutes: z.int().nullable(),
    spamReasons: z.array(z.string()),
    record: z.array(
      z.strictObject({
        type: z.enum(["text", "reply", "note", "event"]),
        _id: z.string(),
        at: moment,
        who: z.string(),
        text: z.string(),
        delivery: z.string().optional().meta({ description: "For replies: delivery state of the mail" }),
      }),
    ),
  }),
);

export function presentRow({ id, assignee, spamReasons, ...row }: InboxRow) {
  const { sortDate: _, ...rest } = row;
  return {
    ...rest,
    _id: id,
    assignee: assignee && { _id: assignee.id, name: assignee.name },
    spamReasons: spamReasons.split(" ").filter(Boolean),
  };
}

export function presentLead(lead: Lead, record: TimelineItem[]) {
  const { id, reference, name, email, phone, status } = lead;
  return {
    _id: id,
    reference,
    name,
    email,
    phone,
    text: textOfLead(lead),
    status,
    assignee: lead.assignee_id,
    sourcePath: lead.source_path,
    referrer: lead.referrer,
    company: lead.company,
    service: lead.service,
    createdAt: lead.created_at,
    snoozedUntil: lead.snoozed_until,
    answeredAt: lead.answered_at,
    answerMinutes: lead.answer_minutes,
    spamReasons: lead.spam_reasons.split(" ").filter(Boolean),
    record: record.map(presentItem),
  };
}

function presentItem(item: TimelineItem) {
  const head = { type: item.type, _id: item.id, at: item.at };
  if (item.type === "text") return { ...head, who: "", text: item.text };
  if (item.type === "event") return { ...head, who: item.who, text: item.words };
  return {
    ...head,
    who: item.author,
    text: item.text,
    ...(item.type === "reply" && { delivery: item.delivery.state }),
  };
}
