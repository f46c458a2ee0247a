import { randomUUID } from "node:crypto";
import { data } from "react-router";
import { readNotices } from "#app/leads/inbox/delivery.ts";
import { listSiblings, readTimeline } from "#app/leads/inbox/timeline.ts";
import { findLead, type Lead } from "#app/leads/lead.ts";
import type { LeadKind } from "#app/leads/lead-kinds.ts";
import { erasedOn } from "#app/leads/retention/retention.ts";
import { readLeadSettings } from "#app/leads/settings/store-lead-settings.ts";
import { explainReasons } from "#app/leads/spam/spam.ts";
import { minutesThatCount } from "#app/leads/workflow/answer-time.ts";
import { listStaff } from "#app/leads/workflow/staff.ts";
import { listReplyTemplates } from "#app/leads/workflow/templates.ts";
import type { Staff } from "../parts/require-screen.ts";
import { isLate, listSnoozeChoices } from "./read-list.ts";

/** Everything the screen of one message or call shows; 404 when it is not there. */
export async function readOne(staff: Staff, kind: LeadKind, id: string) {
  const { db, timeZone, actionContext, person } = staff;
  const lead = await findLead(db, kind, id);
  if (!lead) throw data(null, { status: 404 });
  const settings = await readLeadSettings(db);
  const record = await readTimeline(db, lead);
  const waited = minutesThatCount(
    new Date(lead.created_at),
    actionContext.now,
    settings.answer.hours,
    timeZone,
  );
  const goes = erasedOn(lead, settings.retention);
  return {
    ...presentLead(lead),
    record,
    notices: await readNotices(db, lead.id),
    siblings: await listSiblings(db, lead),
    staff: (await listStaff(db)).map(({ id, name }) => ({ id, name })),
    templates: (await listReplyTemplates(db)).map(({ id, title, body }) => ({ id, title, body })),
    snooze: listSnoozeChoices(actionContext.now, timeZone),
    me: { id: person.id, name: person.name },
    waited,
    isLate: isLate(
      { status: lead.status, answeredAt: lead.answered_at, createdAt: lead.created_at },
      settings,
      actionContext.now,
      timeZone,
    ),
    goesOn: goes?.toISOString() ?? null,
    /** Id of the newest answer, so that nobody answers over another's unseen. */
    seen: record.findLast(({ type }) => type === "reply")?.id ?? "",
    /** Names one sending of the reply form. */
    key: randomUUID(),
  };
}

export type LeadPage = Awaited<ReturnType<typeof readOne>>;

function presentLead(lead: Lead) {
  const { kind, id, reference, name, email, phone, status } = lead;
  return {
    kind,
    id,
    reference,
    name,
    email,
    phone,
    status,
    company: lead.company,
    service: lead.service,
    bestTime: lead.best_time,
    tries: lead.tries,
    assigneeId: lead.assignee_id,
    createdAt: lead.created_at,
    snoozedUntil: lead.snoozed_until,
    answeredAt: lead.answered_at,
    answerMinutes: lead.answer_minutes,
    mergedInto: lead.merged_into,
    sourcePath: lead.source_path,
    referrer: lead.referrer,
    consent: lead.consent_text,
    network: lead.network,
    spam: explainReasons(lead.spam_reasons),
  };
}
