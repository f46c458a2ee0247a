import { useRef } from "react";
import { useFetcher, useLocation } from "react-router";
import type { ShellData } from "#app/site/parts/shell-data.ts";
import { Trap } from "#app/site/parts/trap.tsx";
import { FieldError } from "#app/ui/field.tsx";

/** What `/newsletter` answers a sign-up with. */
interface NewsletterAnswer {
  /** The words of thanks, once it is kept. */
  thanks?: string;
  /** What is wrong, in words. */
  errors?: Record<string, string>;
}

/** The sign-up of the footer; the answer stands beside the field, or on its own page without JavaScript. */
export function Newsletter({ signUp }: { signUp: ShellData["newsletter"] }) {
  const { heading, text, consent, submit, hidden } = signUp;
  const fetcher = useFetcher<NewsletterAnswer>();
  const { pathname } = useLocation();
  const shownAt = useRef(0);
  const error = Object.values(fetcher.data?.errors ?? {})[0];
  return (
    <section className="news">
      <h2>{heading || "Newsletter"}</h2>
      {text && <p className="small">{text}</p>}
      {fetcher.data?.thanks ? (
        <p className="thanks" role="status">
          {fetcher.data.thanks}
        </p>
      ) : (
        <fetcher.Form
          method="post"
          action="/newsletter"
          onFocus={() => {
            shownAt.current ||= performance.now();
          }}
          onSubmit={(event) => tellElapsed(event.currentTarget, hidden.elapsed, shownAt.current)}
        >
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
            <button className="btn" type="submit" aria-disabled={fetcher.state !== "idle"}>
              {submit}
            </button>
          </div>
          <label className="check">
            <input type="checkbox" name="consent" required /> <span>{consent}</span>
          </label>
          <Trap id="news-homepage" name={hidden.honeypot} />
          <input type="hidden" name={hidden.source} value={pathname} />
          <input type="hidden" name={hidden.elapsed} defaultValue="" />
          <div aria-live="polite">{error && <FieldError id="news-error" text={error} />}</div>
        </fetcher.Form>
      )}
    </section>
  );
}

function tellElapsed(form: HTMLFormElement, name: string, shownAt: number) {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLInputElement) field.value = String(Math.round(performance.now() - shownAt));
}
