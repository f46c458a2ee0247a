import type { Settings } from "#app/company/settings-schema.ts";
import { Icon } from "#app/ui/icon.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import { dialAddress } from "./phone.ts";
import { useShellData } from "./shell-data.ts";

interface SectionHeadProps {
  /** Names the section, too. */
  id: string;
  title: string;
  /** Where all of it is shown. */
  all?: { label: string; to: string } | null;
}

export function SectionHead({ id, title, all }: SectionHeadProps) {
  return (
    <div className="sec-head">
      <h2 className="h2" id={id}>
        {title}
      </h2>
      {all && (
        <PageLink className="go" to={all.to} viewTransition>
          {all.label}
        </PageLink>
      )}
    </div>
  );
}

interface CallToActionProps {
  /** The area's own; where it says nothing, the one of the home page stands. */
  closing?: Settings["home"]["cta"] | undefined;
}

/** The last word of a page, in the company's own words; nothing where it has none. */
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
          <PageLink className="btn" to={href || "/contact"} viewTransition>
            {label} <Icon name="arrow-right" className="i-arrow" />
          </PageLink>
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
