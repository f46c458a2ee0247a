import type { ReactNode } from "react";
import { Link } from "react-router";
import { chatAddress, dialAddress } from "#app/site/parts/phone.ts";
import type { ShellData } from "#app/site/parts/shell-data.ts";
import { Brand } from "#app/ui/brand.tsx";
import { Newsletter } from "./newsletter.tsx";
import { Trimming } from "./trimming.tsx";

export function Footer({ shell }: { shell: ShellData }) {
  const { company, offices, footerServices, hasTerms, hasPrivacy, year } = shell;
  return (
    <footer className="foot g">
      <Trimming name="footer" className="paar full" />
      <div className="foot-in">
        {offices.length > 0 && <Offices offices={offices} />}
        <Newsletter signUp={shell.newsletter} />
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
    <ul className="soc">
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
