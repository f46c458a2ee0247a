import { Link } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { dialAddress } from "./phone.ts";
import { useShellData } from "./shell-data.ts";

/** The last word of a page, in the company's own words; nothing where it has none. */
export function CallToAction() {
  const shell = useShellData();
  if (!shell?.cta.heading) return null;
  const { heading, label, href } = shell.cta;
  const { phone } = shell.company;
  return (
    <section className="cta section page-grid" aria-labelledby="cta">
      <h2 id="cta">{heading}</h2>
      <div className="side">
        {label && (
          <Link className="btn" to={href || "/contact"} viewTransition>
            {label} <Icon name="arrow-right" className="i-arrow" />
          </Link>
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
