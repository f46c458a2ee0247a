import type { Settings } from "#app/domain/company/settings-schema.ts";
import { Icon } from "#app/lib/ui/icon.tsx";
import { dialAddress } from "./phone.ts";
import { useShellData } from "./shell-data.ts";

interface SectionHeadProps {
  /** Id of the heading that names the section. */
  id: string;
  title: string;
  /** Link to the full list. */
  all?: { label: string; to: string } | null;
}

export function SectionHead({ id, title, all }: SectionHeadProps) {
  return (
    <div className="sec-head">
      <h2 className="h2" id={id}>
        {title}
      </h2>
      {all && (
        <a className="go" href={all.to}>
          {all.label}
        </a>
      )}
    </div>
  );
}

interface CallToActionProps {
  /** Replaces the call to action of the home page if it has a heading. */
  closing?: Settings["home"]["cta"] | undefined;
}

/** Call to action at the end of a page, from settings; hidden if empty. */
export function CallToAction({ closing }: CallToActionProps) {
  const shell = useShellData();
  const { heading, label, href } = (closing?.heading ? closing : shell?.cta) ?? {};
  const phone = shell?.company.phone;
  if (!heading) return null;
  return (
    <section className="cta section page-grid" aria-labelledby="cta">
      <h2 id="cta">{heading}</h2>
      <div className="side">
        {label && (
          <a className="btn" href={href || "/contact"}>
            {label} <Icon name="arrow-right" className="i-arrow" />
          </a>
        )}
        {phone && (
          <a className="phone-link num" href={dialAddress(phone)}>
            {phone}
          </a>
        )}
      </div>
    </section>
  );
}
