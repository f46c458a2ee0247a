import { useEffect, useState } from "react";
import { chatAddress, dialAddress } from "#app/site/parts/phone.ts";
import type { ShellData } from "#app/site/parts/shell-data.ts";
import { Brand } from "#app/ui/brand.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Trimming } from "./trimming.tsx";

/** Top, Call, WhatsApp and Pay, woven into the edge of the page: a strip beside wide pages, a bar below narrow ones. */
export function Selvedge({ company }: { company: ShellData["company"] }) {
  const { phone, whatsapp, payment } = company;
  const isDown = useIsDown();
  const isBare = !phone && !whatsapp.number && !payment.url;
  const classes = ["selvedge", isDown && "down", isBare && "bare"].filter(Boolean).join(" ");
  return (
    <aside className={classes} aria-label="Quick contact">
      <Trimming name="selvedge" className="edge" />
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
      <button type="button" className="totop" onClick={goToTop}>
        <Icon name="arrow-up" />
        <span className="tip">Back to top</span>
        <Words long="Top" short="Top" />
      </button>
    </aside>
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

const farEnough = 300;

function useIsDown(): boolean {
  const [isDown, setDown] = useState(false);
  useEffect(() => {
    const look = () => setDown(window.scrollY > farEnough);
    look();
    window.addEventListener("scroll", look, { passive: true });
    return () => window.removeEventListener("scroll", look);
  }, []);
  return isDown;
}

function goToTop() {
  const isCalm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  window.scrollTo({ top: 0, behavior: isCalm ? "auto" : "smooth" });
  document.getElementById("main")?.focus({ preventScroll: true });
}
