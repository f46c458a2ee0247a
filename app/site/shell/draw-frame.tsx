import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { escapeHtml } from "#app/lib/rich-text/html/html.ts";
import { Brand } from "#app/lib/ui/brand.tsx";
import { FieldError } from "#app/lib/ui/field.tsx";
import { Icon } from "#app/lib/ui/icon.tsx";
import { strip, threads } from "#app/lib/weave/ornaments.ts";
import { TONES } from "#app/lib/weave/tones.ts";
import { Honeypot } from "#app/site/islands/lead-form.tsx";
import { chatAddress, dialAddress } from "#app/site/parts/phone.ts";
import type { DrawnFrame, FooterData } from "#app/site/parts/shell-data.ts";

const border = strip(["line", "gap", "barfi", "gap", "line"], { tone: "deep", unit: 2 });

/** Paths of Lucide icons (ISC licence). */
const icons = {
  phone:
    "M13.832 16.568a1 1 0 0 0 1.213-.303l.355-.465A2 2 0 0 1 17 15h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2A18 18 0 0 1 2 4a2 2 0 0 1 2-2h3a2 2 0 0 1 2 2v3a2 2 0 0 1-.8 1.6l-.468.351a1 1 0 0 0-.292 1.233 14 14 0 0 0 6.392 6.384",
  card: "M4 5h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2h-16a2 2 0 0 1-2-2v-10a2 2 0 0 1 2-2zM2 10L22 10M6 14h2",
  toTop: "m5 12 7-7 7 7M12 19V5",
};

/**
 * Placeholder for the page's path in a shared footer. It is replaced with its quotes, which React escapes in texts, so the
 * company's texts can't match it.
 */
const pathPlaceholder = "path of the page";

/** Rendered footers by their data, an object that is replaced when a setting changes; then by year and sign-up form. */
const footers = new WeakMap<FooterData, Map<string, string>>();

/**
 * Renders the footer of a page as HTML. Server only: browsers keep the received markup.
 * @param pathname percent-encoded
 */
export function renderFooter(
  { footer, year }: Pick<DrawnFrame, "footer" | "year">,
  pathname: string,
): string {
  const drawn = footers.get(footer) ?? new Map<string, string>();
  footers.set(footer, drawn);
  const isBare = hasOwnSignUp(pathname);
  const key = `${year} ${isBare}`;
  const html =
    drawn.get(key) ?? renderToStaticMarkup(<FooterContent footer={footer} year={year} hasSignUp={!isBare} />);
  drawn.set(key, html);
  return html.replace(`"${pathPlaceholder}"`, () => `"${escapeHtml(pathname)}"`);
}

/** Whether a page has its own newsletter form, which the footer's would repeat. */
function hasOwnSignUp(pathname: string): boolean {
  return pathname.startsWith("/newsletter");
}

interface ContentProps {
  footer: FooterData;
  year: number;
  hasSignUp: boolean;
}

function FooterContent({ footer, year, hasSignUp }: ContentProps) {
  const { company, offices, footerServices, hasTerms, hasPrivacy } = footer;
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the ornament contains only generated paths */}
      <div className="paar full" aria-hidden="true" dangerouslySetInnerHTML={{ __html: border }} />
      <div className="foot-in">
        {offices.length > 0 && <Offices offices={offices} />}
        <Newsletter signUp={footer.newsletter} isHidden={!hasSignUp} />
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
            © {copyrightYears(company.copyrightFrom, year)} {company.name}
          </p>
          <Socials social={company.social} />
        </div>
      </div>
    </>
  );
}

function copyrightYears(from: number | null, year: number): string {
  return from !== null && from < year ? `${from}–${year}` : String(year);
}

function Offices({ offices }: Pick<FooterData, "offices">) {
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

function Contact({ company: { email, phone, whatsapp } }: Pick<FooterData, "company">) {
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
          <a href={chatAddress(whatsapp.number)} rel="noopener" target="_blank">
            WhatsApp <span className="num">{whatsapp.number}</span>
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

function Socials({ social }: { social: FooterData["company"]["social"] }) {
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
      <a href={to}>{children}</a>
    </li>
  );
}

interface NewsletterProps {
  signUp: FooterData["newsletter"];
  isHidden: boolean;
}

/**
 * Newsletter form of the footer. `browser/frame.ts` shows the answer next to the field; without JavaScript, a page
 * does.
 */
function Newsletter({ signUp, isHidden }: NewsletterProps) {
  const { heading, text, consent, submit, hidden } = signUp;
  return (
    <section className="news" hidden={isHidden}>
      <h2>{heading || "Newsletter"}</h2>
      {text && <p className="small">{text}</p>}
      <form method="post" action="/newsletter">
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
          />
          <button className="btn" type="submit">
            {submit}
          </button>
        </div>
        <label className="check">
          <input type="checkbox" name="consent" required /> <span>{consent}</span>
        </label>
        <Honeypot id="news-homepage" name={hidden.honeypot} />
        <input type="hidden" name={hidden.source} defaultValue={pathPlaceholder} data-is="source" />
        <input type="hidden" name={hidden.elapsed} defaultValue="" data-is="elapsed" />
        <div aria-live="polite">
          <div hidden>
            <FieldError id="news-error" text="" />
          </div>
        </div>
      </form>
      <p className="small">
        <a href="/newsletter/archive">Past newsletters</a>
      </p>
    </section>
  );
}

const quickContacts = new WeakMap<DrawnFrame["quickContact"], string>();

/**
 * Renders the buttons Top, Call, WhatsApp and Pay as HTML: a strip at the edge of wide pages, a bar below narrow ones.
 * Server only; cached until the settings change.
 */
export function renderQuickContact(ways: DrawnFrame["quickContact"]): string {
  const html = quickContacts.get(ways) ?? renderToStaticMarkup(<QuickContact {...ways} />);
  quickContacts.set(ways, html);
  return html;
}

/** Ornament of the edge, in faint colours. */
const edge = {
  __html: strip(["line", "gap", "zig", "gap", "line"], { unit: 3, vertical: true })
    .replaceAll(TONES.paper.first, "#d3deec")
    .replaceAll(TONES.paper.second, "#e2e9f2")
    .replaceAll(TONES.paper.knot, "#d3deec"),
};

function QuickContact({ phone, whatsapp, payment }: DrawnFrame["quickContact"]) {
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the ornament contains only generated paths */}
      <div className="edge" aria-hidden="true" dangerouslySetInnerHTML={edge} />
      {phone && (
        <a href={dialAddress(phone)}>
          <Icon path={icons.phone} />
          <span className="tip">Call us: {phone}</span>
          <Words long="Call Us" short="Call" />
        </a>
      )}
      {whatsapp.number && (
        <a href={chatAddress(whatsapp.number)} rel="noopener" target="_blank">
          <Brand name="whatsapp" />
          <span className="tip">WhatsApp: {whatsapp.label || whatsapp.number} (opens a new tab)</span>
          <Words long={whatsapp.label || "WhatsApp"} short={whatsapp.shortLabel || "WhatsApp"} />
        </a>
      )}
      {payment.url && (
        <a href={payment.url} rel="noopener" target="_blank">
          <Icon path={icons.card} />
          <span className="tip">
            {payment.label || "Make payment"} (opens a new tab)
            {payTips(payment).map((line) => (
              <span className="more" key={line}>
                {" "}
                {line}
              </span>
            ))}
          </span>
          <Words long={payment.label || "Make payment"} short={payment.shortLabel || "Pay"} />
        </a>
      )}
      <button type="button" className="totop">
        <Icon path={icons.toTop} />
        <span className="tip">Back to top</span>
        <Words long="Top" short="Top" />
      </button>
    </>
  );
}

/** Returns the payment notes of the settings. */
function payTips({ invoice, accepted, help }: DrawnFrame["quickContact"]["payment"]): string[] {
  return [invoice, accepted, help].filter(Boolean);
}

/** Labels of a button for wide screens and phones; its full name is the tooltip. */
function Words({ long, short }: { long: string; short: string }) {
  return (
    <>
      <span className="long" aria-hidden="true">
        {long}
      </span>
      <span className="short" aria-hidden="true">
        {short}
      </span>
    </>
  );
}

/** SVG of the splash, the same on every page. Server only. */
export const splash = renderSplash();

/** Renders the rows of the splash from the top, each a group that the style sheet animates. */
function renderSplash(): string {
  const radius = 22;
  const rows = new Map<number, ReturnType<typeof threads>>();
  for (const thread of threads("barfi", radius)) rows.set(thread.y, [...(rows.get(thread.y) ?? []), thread]);
  const colours = { 1: TONES.paper.first, 2: TONES.paper.second, 3: TONES.gold.knot };
  const groups = [...rows].map(([y, row]) => {
    const paths = ([1, 2, 3] as const).map((tone) => {
      const path = row
        .filter((thread) => thread.tone === tone)
        .map(({ x, length }) => `M${x} ${y}h${length}`);
      return path.length === 0 ? "" : `<path stroke="${colours[tone]}" d="${path.join("")}"/>`;
    });
    return `<g>${paths.join("")}</g>`;
  });
  const size = radius * 2 + 2;
  return `<svg viewBox="${-size / 2} ${-size / 2} ${size} ${size}" fill="none" stroke-width=".8" stroke-linecap="round">${groups.join("")}</svg>`;
}
