import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { languageOf } from "../parts/language.ts";
import { Moment } from "../parts/moment.tsx";
import { AnswerStrip } from "../parts/screen.tsx";
import { useSaid } from "../parts/toasts.tsx";
import { CallOutcome } from "./call-outcome.tsx";
import { LeadSide } from "./lead-side.tsx";
import { NoteForm } from "./note-form.tsx";
import { placeOf } from "./place-of.ts";
import type { LeadPage } from "./read-one.ts";
import { Record } from "./record.tsx";
import { ReplyForm } from "./reply-form.tsx";
import { sayMinutes } from "./say-minutes.ts";
import { Siblings } from "./siblings.tsx";

/** One message or call: what was written, what became of it, the answer, and beside it what is known. */
export function LeadPane({ lead, answer }: { lead: LeadPage; answer: unknown }) {
  useSaid(answer);
  const [atStart] = useState(answer);
  const [search] = useSearchParams();
  const query = search.toString();
  const { path, title } = placeOf[lead.kind];
  const who = lead.name || lead.email || lead.phone;
  return (
    <article className="one-lead" aria-labelledby="lead-title">
      <Link className="back" to={query ? `${path}?${query}` : path}>
        <ArrowLeft className="i" aria-hidden /> {title}
      </Link>
      {answer !== undefined && answer === atStart && <AnswerStrip answer={answer} />}
      <div className="conversation">
        <header>
          <h2 id="lead-title" dir="auto" lang={languageOf(who)}>
            {who}
          </h2>
          <p className="meta">
            <span className="num">{lead.reference}</span>
            {lead.company && `, ${lead.company}`}
            {lead.service && `, ${lead.service}`}, <Moment at={lead.createdAt} />
          </p>
          <Timer lead={lead} />
        </header>
        {lead.mergedInto && (
          <p className="note">
            This is a duplicate. It was merged into <Link to={`${path}/${lead.mergedInto}`}>another one</Link>
            .
          </p>
        )}
        <Record lead={lead} answer={answer} />
        {lead.kind === "calls" && <CallOutcome lead={lead} />}
        <ReplyForm lead={lead} answer={answer} />
        <NoteForm lead={lead} answer={answer} />
        <Siblings lead={lead} />
      </div>
      <LeadSide lead={lead} />
    </article>
  );
}

function Timer({ lead }: { lead: LeadPage }) {
  if (lead.status === "spam") return null;
  if (lead.answerMinutes !== null)
    return <p className="small good">First response after {sayMinutes(lead.answerMinutes)}</p>;
  if (lead.status === "closed") return <p className="small mute">Closed without a response</p>;
  return (
    <p className={lead.isLate ? "small wrong" : "small mute"}>
      {lead.isLate ? "Overdue: waiting" : "Waiting"} for a first response
      {lead.waited > 0 && ` for ${sayMinutes(lead.waited)}`}
    </p>
  );
}
