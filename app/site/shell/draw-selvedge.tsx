import { renderToStaticMarkup } from "react-dom/server";
import { chatAddress, dialAddress } from "#app/site/parts/phone.ts";
import type { DrawnFrame } from "#app/site/parts/shell-data.ts";
import { Brand } from "#app/ui/brand.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { strip } from "#app/weave/strip.ts";
import { TONES } from "#app/weave/tones.ts";

/**
 * Top, Call, WhatsApp and Pay, woven into the edge of the page, as HTML: a strip beside wide pages, a bar below narrow ones.
 * Server only: browsers keep what they were sent.
 */
export function drawSelvedge(ways: DrawnFrame["selvedge"]): string {
  return renderToStaticMarkup(<Content {...ways} />);
}

/** Stands back so far that it is seen only where one looks for it. */
const edge = {
  __html: strip(["line", "gap", "zig", "gap", "line"], { unit: 3, vertical: true })
    .replaceAll(TONES.paper.first, "#d3deec")
    .replaceAll(TONES.paper.second, "#e2e9f2")
    .replaceAll(TONES.paper.knot, "#d3deec"),
};

function Content({ phone, whatsapp, payment }: DrawnFrame["selvedge"]) {
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the loom writes nothing but its own threads */}
      <div className="edge" aria-hidden="true" dangerouslySetInnerHTML={edge} />
      {phone && (
        <a href={dialAddress(phone)}>
          <Icon name="phone" />
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
          <Icon name="credit-card" />
          <span className="tip">{payment.label || "Make payment"} (opens a new tab)</span>
          <Words long={payment.label || "Make payment"} short={payment.shortLabel || "Pay"} />
        </a>
      )}
      <button type="button" className="totop">
        <Icon name="arrow-up" />
        <span className="tip">Back to top</span>
        <Words long="Top" short="Top" />
      </button>
    </>
  );
}

/** What is read on the button, on wide screens and on phones; its whole name is the tip. */
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
