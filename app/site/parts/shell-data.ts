import { useRouteLoaderData } from "react-router";
import type { Settings } from "#app/company/settings-schema.ts";
import type { hiddenFields, LeadFormDescription } from "#app/leads/intake/forms.ts";

export interface MenuItem {
  id: string;
  title: string;
  path: string;
  summary: string;
}

type Company = Settings["company"];

/** What the frame around every page shows, as browsers need it; empty texts mean that the company has not said it. */
export interface ShellData {
  company: Pick<Company, "name" | "phone">;
  cta: Settings["home"]["cta"];
  /** The words of the newsletter's consent, for whoever signs up elsewhere than in the footer. */
  newsletterConsent: string;
  hasPrivacy: boolean;
  hasSplash: boolean;
  /** Whether visitors whose system is dark see dark pages. */
  hasNight: boolean;
  menus: { services: MenuItem[]; media: MenuItem[] };
  /** Whether the selvedge has nothing but the way to the top. */
  isSelvedgeBare: boolean;
}

/** What of the frame is drawn by the server alone, so that no browser is sent it twice. */
export interface DrawnFrame {
  footer: FooterData;
  /** This year, UTC. */
  year: number;
  selvedge: Pick<Company, "phone" | "whatsapp" | "payment">;
}

/** What the footer shows. */
export interface FooterData {
  company: Pick<Company, "name" | "email" | "phone" | "whatsapp" | "social" | "copyrightFrom">;
  offices: Pick<Settings["offices"][number], "city" | "address" | "postcode" | "phone" | "email">[];
  footerServices: string[];
  /** The newsletter's sign-up, in the words that are kept with it. */
  newsletter: Company["newsletter"] &
    Pick<LeadFormDescription, "consent" | "submit"> & { hidden: typeof hiddenFields };
  hasTerms: boolean;
  hasPrivacy: boolean;
}

/** The shell's data anywhere below it; undefined where the shell itself could not be loaded. */
export function useShellData(): ShellData | undefined {
  return useRouteLoaderData<ShellData>("site/shell/shell");
}
