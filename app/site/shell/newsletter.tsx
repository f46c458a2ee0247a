import { type SubmitEvent, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import type { SignUpAnswer } from "#app/site/newsletter/receive.ts";
import type { ShellData } from "#app/site/parts/shell-data.ts";
import { Trap } from "#app/site/parts/trap.tsx";
import { FieldError } from "#app/ui/field.tsx";
import { notSentOffline } from "./connection.ts";

/** The sign-up of the footer; the answer stands beside the field, or on its own page without JavaScript. */
export function Newsletter({ signUp }: { signUp: ShellData["newsletter"] }) {
  const { heading, text, consent, submit, hidden } = signUp;
  const [{ thanks, error }, setAnswer] = useState<SignUpAnswer>({});
  const [isSending, setSending] = useState(false);
  // Known before the next render: a second tap can come sooner.
  const isUnderWay = useRef(false);
  const { pathname } = useLocation();

  async function send(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setSending(true);
    tellElapsed(event.currentTarget, hidden.elapsed);
    setAnswer(await subscribe(event.currentTarget));
    setSending(false);
    isUnderWay.current = false;
  }

  return (
    <section className="news">
      <h2>{heading || "Newsletter"}</h2>
      {text && <p className="small">{text}</p>}
      {thanks ? (
        <p className="thanks" role="status">
          {thanks}
        </p>
      ) : (
        <form method="post" action="/newsletter" onSubmit={send}>
          <div className="line">
            <label className="vh" htmlFor="news-email">
              E-mail
            </label>
            <input
              id="news-email"
              name="email"
              type="email"
              required
              maxLength={254}
              placeholder="you@company.example"
              autoComplete="email"
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? "news-error" : undefined}
            />
            <button className="btn" type="submit" aria-disabled={isSending}>
              {isSending ? "Sending…" : submit}
            </button>
          </div>
          <label className="check">
            <input type="checkbox" name="consent" required /> <span>{consent}</span>
          </label>
          <Trap id="news-homepage" name={hidden.honeypot} />
          <input type="hidden" name={hidden.source} value={pathname} />
          <input type="hidden" name={hidden.elapsed} defaultValue="" />
          <div aria-live="polite">{error && <FieldError id="news-error" text={error} />}</div>
        </form>
      )}
      <p className="small">
        <Link to="/newsletter/archive">Past issues</Link>
      </p>
    </section>
  );
}

/** Sends it without the router, which would fetch the script of `/newsletter` first, and give up this page where it can't. */
async function subscribe(form: HTMLFormElement): Promise<SignUpAnswer> {
  try {
    const response = await fetch("/newsletter/sign-up", { method: "POST", body: new FormData(form) });
    const answer: SignUpAnswer = await response.json();
    if (answer.thanks || answer.error) return answer;
  } catch {
    if (!navigator.onLine) return { error: notSentOffline };
  }
  return { error: "We got no answer: your connection may be gone. Please try again." };
}

/** The form stands in the page from its beginning. */
function tellElapsed(form: HTMLFormElement, name: string) {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLInputElement) field.value = String(Math.round(performance.now()));
}
