import { useRouteLoaderData } from "react-router";
import type { Settings } from "#app/company/settings-schema.ts";
import type { hiddenFields, LeadFormDescription } from "#app/leads/intake/forms.ts";

export interface MenuItem {
  id: string;
  title: string;
  path: string;
  summary: string;
}

/** What the frame around every page shows; empty texts mean that the company has not said it. */
export interface ShellData {
  company: Omit<
    Settings["company"],
    "legalName" | "description" | "foundedYear" | "replyTime" | "timeZone" | "newsletter"
  >;
  offices: Pick<Settings["offices"][number], "city" | "address" | "postcode" | "phone" | "email">[];
  footerServices: string[];
  /** The newsletter's sign-up, in the words that are kept with it. */
  newsletter: Pick<Settings["company"]["newsletter"], "heading" | "text"> &
    Pick<LeadFormDescription, "consent" | "submit"> & { hidden: typeof hiddenFields };
  cta: Settings["home"]["cta"];
  hasTerms: boolean;
  hasPrivacy: boolean;
  hasSplash: boolean;
  /** Whether visitors whose system is dark see dark pages. */
  hasNight: boolean;
  year: number;
  menus: { services: MenuItem[]; media: MenuItem[] };
}

/** The shell's data anywhere below it; undefined where the shell itself could not be loaded. */
export function useShellData(): ShellData | undefined {
  return useRouteLoaderData<ShellData>("site/shell/shell");
}
