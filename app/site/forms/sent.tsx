import { useEffect, useRef, useState } from "react";
import type { LeadFormDescription } from "#app/leads/intake/forms.ts";
import { promiseReply } from "#app/text/reply-time.ts";
import { Icon } from "#app/ui/icon.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import { forgetDraft } from "./send-form.ts";

interface SentProps {
  form: LeadFormDescription;
  /** Ends in the words before the reference. */
  title: string;
  reference: string;
  /** What the reference is good for. */
  advice: string;
  /** How long the company says a reply takes; empty when it does not say. */
  replyTime?: string;
}

/** It has arrived: the number to quote, unmissable; takes the focus, and forgets the draft. */
export function SentNotice({ form, title, reference, advice, replyTime = "" }: SentProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    forgetDraft(form.name);
    box.current?.focus();
  }, [form.name]);
  return (
    <div className="sent" role="status" tabIndex={-1} ref={box}>
      <h1>{title}</h1>
      <strong className="ref num">{reference}</strong>
      <p>{[form.thanks, promiseReply(replyTime), advice].filter(Boolean).join(" ")}</p>
      <div className="button-row">
        <CopyButton text={reference} label="Copy the reference" />
        <PageLink className="go" to="/" viewTransition>
          Back to the home page
        </PageLink>
      </div>
    </div>
  );
}

/** There only where a browser can copy. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [canCopy, setCanCopy] = useState(false);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => setCanCopy(navigator.clipboard !== undefined), []);
  if (!canCopy) return null;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <button className="btn quiet compact" type="button" onClick={copy}>
      {isCopied ? <Icon name="check" /> : <Icon name="copy" />}
      {isCopied ? "Copied" : label}
    </button>
  );
}
