import { type ReactNode, type SubmitEvent, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import type { SignUpAnswer } from "#app/site/newsletter/receive.ts";
import { Honeypot } from "#app/site/parts/honeypot.tsx";
import { chatAddress, dialAddress } from "#app/site/parts/phone.ts";
import type { ShellData } from "#app/site/parts/shell-data.ts";
import { Brand } from "#app/ui/brand.tsx";
import { FieldError } from "#app/ui/field.tsx";
import { notSentOffline } from "./connection.ts";
import { Trimming } from "./trimming.tsx";

export function Footer({ shell }: { shell: ShellData }) {
  const { company, offices, footerServices, hasTerms, hasPrivacy, year } = shell;
  const { pathname } = useLocation();
  return (
    <footer className="foot page-grid">
      <Trimming name="footer" className="paar full" />
      <div className="foot-in">
        {offices.length > 0 && <Offices offices={offices} />}
        {/* The newsletter's own pages have their own way to it. */}
        {!pathname.startsWith("/newsletter") && <Newsletter signUp={shell.newsletter} />}
        {footerServices.length > 0 && (
          <Column heading="Our Services">
            {footerServices.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </Column>
        )}
        <Column heading="Important Links">
          <LinkItem to="/about">About Us</LinkItem>
          <LinkItem to="/contact">Contact Us</LinkItem>
          <LinkItem to="/calltoaction">Request a call</LinkItem>
          {hasTerms ? <LinkItem to="/terms">Terms and Conditions</LinkItem> : <li>Terms and Conditions</li>}
          {hasPrivacy && <LinkItem to="/privacy">Privacy</LinkItem>}
          <LinkItem to="/blog">Blogs</LinkItem>
          <LinkItem to="/search">Search</LinkItem>
        </Column>
        <Contact company={company} />
        <div className="base">
          <p>
            © {company.copyrightFrom < year ? `${company.copyrightFrom}–${year}` : year} {company.name}
          </p>
          <Socials social={company.social} />
        </div>
      </div>
    </footer>
  );
}

function Offices({ offices }: Pick<ShellData, "offices">) {
  return (
    <section className="offices">
      <h2>Our Offices</h2>
      {offices.map(({ city, address, postcode, phone, email }) => (
        <div key={`${city}${address}`}>
          <h3>{city}</h3>
          <address>
            <span className="lines">{address}</span>
            <span>{[city, postcode].filter(Boolean).join(" ")}</span>
            {phone && (
              <a className="num" href={dialAddress(phone)}>
                {phone}
              </a>
            )}
            {email && <a href={`mailto:${email}`}>{email}</a>}
          </address>
        </div>
      ))}
    </section>
  );
}

function Contact({ company: { email, phone, whatsapp } }: Pick<ShellData, "company">) {
  if (!email && !phone && !whatsapp.number) return null;
  return (
    <Column heading="Contact Us">
      {email && (
        <li>
          <a href={`mailto:${email}`}>{email}</a>
        </li>
      )}
      {phone && (
        <li>
          <a className="num" href={dialAddress(phone)}>
            {phone}
          </a>
        </li>
      )}
      {whatsapp.number && (
        <li>
          <a className="num" href={chatAddress(whatsapp.number)} rel="noopener" target="_blank">
            WhatsApp {whatsapp.number}
          </a>
        </li>
      )}
    </Column>
  );
}

const networks = [
  { name: "facebook", label: "Facebook" },
  { name: "linkedin", label: "LinkedIn" },
  { name: "x", label: "X" },
  { name: "youtube", label: "YouTube" },
] as const;

function Socials({ social }: { social: ShellData["company"]["social"] }) {
  const given = networks.filter(({ name }) => social[name]);
  if (given.length === 0) return null;
  return (
    <ul className="social">
      {given.map(({ name, label }) => (
        <li key={name}>
          <a href={social[name]} aria-label={label} rel="noopener" target="_blank">
            <Brand name={name} />
          </a>
        </li>
      ))}
    </ul>
  );
}

function Column({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className="col">
      <h2>{heading}</h2>
      <ul>{children}</ul>
    </section>
  );
}

function LinkItem({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <Link to={to} viewTransition>
        {children}
      </Link>
    </li>
  );
}

/** The sign-up of the footer; the answer stands beside the field, or on its own page without JavaScript. */
function Newsletter({ signUp }: { signUp: ShellData["newsletter"] }) {
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
            <label className="visually-hidden" htmlFor="news-email">
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
          <Honeypot id="news-homepage" name={hidden.honeypot} />
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
