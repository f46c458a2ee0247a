import type { LeadFormDescription } from "#app/domain/leads/intake/forms.ts";
import { promiseReply } from "#app/lib/text/reply-time.ts";
import { Icon } from "#app/lib/ui/icon.tsx";

interface SentProps {
  form: LeadFormDescription;
  /** Ends in the words before the reference. */
  title: string;
  reference: string;
  /** Purpose of the reference. */
  advice: string;
  /** Promised reply time; empty when not set. */
  replyTime?: string;
}

/** Confirms a stored form with its reference. `browser/page-parts.ts` focuses it and deletes the draft. */
export function SentNotice({ form, title, reference, advice, replyTime = "" }: SentProps) {
  return (
    <div className="sent" role="status" tabIndex={-1} data-sent={form.name} data-arrival-focus="">
      <h1>{title}</h1>
      <strong className="ref num">{reference}</strong>
      <p>{[form.thanks, promiseReply(replyTime), advice].filter(Boolean).join(" ")}</p>
      <div className="button-row">
        <button className="btn quiet compact" type="button" data-copy={reference} hidden>
          <span>
            <Icon name="copy" /> Copy the reference
          </span>
          <span hidden>
            <Icon name="check" /> Copied
          </span>
        </button>
        <a className="go" href="/">
          Back to the home page
        </a>
      </div>
    </div>
  );
}
