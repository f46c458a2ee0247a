import { useRouteLoaderData } from "react-router";
import type { Settings } from "#app/domain/company/settings-schema.ts";
import type { hiddenFields, LeadFormDescription } from "#app/domain/leads/intake/forms.ts";

export interface MenuItem {
  id: string;
  title: string;
  path: string;
  summary: string;
}

type Company = Settings["company"];

/** Layout data that browsers need; empty means not set. */
export interface ShellData {
  company: Pick<Company, "name" | "phone">;
  cta: Settings["home"]["cta"];
  /** Consent text of the newsletter, for sign-up forms outside the footer. */
  newsletterConsent: string;
  hasPrivacy: boolean;
  hasSplash: boolean;
  /** Whether pages follow a dark colour scheme. */
  hasNight: boolean;
  menus: { services: MenuItem[]; media: MenuItem[] };
  /** Whether quick contact has only the link to the top. */
  isQuickContactEmpty: boolean;
}

/** Layout data that only the server needs, so it is not sent to browsers. */
export interface DrawnFrame {
  footer: FooterData;
  /** This year, UTC. */
  year: number;
  quickContact: Pick<Company, "phone" | "whatsapp" | "payment">;
}

/** Data of the footer. */
export interface FooterData {
  company: Pick<Company, "name" | "email" | "phone" | "whatsapp" | "social" | "copyrightFrom">;
  offices: Pick<Settings["offices"][number], "city" | "address" | "postcode" | "phone" | "email">[];
  footerServices: string[];
  /** The sign-up form, with the consent text that is stored with a subscription. */
  newsletter: Company["newsletter"] &
    Pick<LeadFormDescription, "consent" | "submit"> & { hidden: typeof hiddenFields };
  hasTerms: boolean;
  hasPrivacy: boolean;
}

/** Data of the shell, in any component below it; undefined if the shell failed to load. */
export function useShellData(): ShellData | undefined {
  return useRouteLoaderData<ShellData>("site/shell/shell");
}
