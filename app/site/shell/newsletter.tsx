import { useRef } from "react";
import { useFetcher, useLocation } from "react-router";
import { describeNewsletterForm, hiddenFields } from "#app/leads/forms.ts";
import { FieldError } from "#app/ui/field.tsx";

const form = describeNewsletterForm();

/** What `/newsletter` answers a sign-up with. */
export interface NewsletterAnswer {
  /** The words of thanks, once it is kept. */
  thanks?: string;
  /** What is wrong, in words. */
  errors?: Record<string, string>;
}

/** The sign-up of the footer; the answer stands beside the field, or on its own page without JavaScript. */
export function Newsletter({ heading, text }: { heading: string; text: string }) {
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
          onSubmit={(event) => tellElapsed(event.currentTarget, shownAt.current)}
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
              {form.submit}
            </button>
          </div>
          <label className="check">
            <input type="checkbox" name="consent" required /> <span>{form.consent}</span>
          </label>
          <div className="pot" aria-hidden="true">
            <label htmlFor="news-homepage">Leave this empty</label>
            <input id="news-homepage" name={hiddenFields.honeypot} tabIndex={-1} autoComplete="off" />
          </div>
          <input type="hidden" name={hiddenFields.source} value={pathname} />
          <input type="hidden" name={hiddenFields.elapsed} defaultValue="" />
          <div aria-live="polite">{error && <FieldError id="news-error" text={error} />}</div>
        </fetcher.Form>
      )}
    </section>
  );
}

function tellElapsed(element: HTMLFormElement, shownAt: number) {
  const field = element.elements.namedItem(hiddenFields.elapsed);
  if (field instanceof HTMLInputElement) field.value = String(Math.round(performance.now() - shownAt));
}
