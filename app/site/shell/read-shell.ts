import { createContext } from "react-router";
import { readSettings } from "#app/company/settings.ts";
import type { CoverlessCard } from "#app/content/entry.ts";
import { media } from "#app/content/kinds/media.ts";
import { service } from "#app/content/kinds/service.ts";
import { listWithoutCovers } from "#app/content/published/entries.ts";
import { cachedQuery, cacheTags } from "#app/database/cache-tags.ts";
import type { Database } from "#app/database/database.ts";
import { hiddenFields } from "#app/leads/intake/forms.ts";
import { describeNewsletterForm } from "#app/leads/intake/newsletter-form.ts";
import { type PageContext, readOrStale } from "#app/pages/page-context.ts";
import { isEmptyDoc } from "#app/rich-text/schema/schema.ts";
import { firstSentence } from "#app/site/parts/prose.ts";
import type { DrawnFrame, FooterData, MenuItem, ShellData } from "#app/site/parts/shell-data.ts";

const { consent, submit } = describeNewsletterForm();

/** The longest a list of titles in the navigation gets; the page behind it shows them all. */
const longestMenu = 100;

/** The footer names this many offices; the contact page names them all. */
const officesInFooter = 2;

/** What the frame around every page shows, and what its footer does. */
export async function readShell(site: PageContext): Promise<Frame> {
  const { db, requestContext, clock, publicUrl } = site;
  requestContext.cacheTags(...shown);
  const { shell, footer, selvedge } = await readOrStale(site, remembered, () =>
    getCachedShell(db, publicUrl),
  );
  return { shell, drawn: { footer, year: clock.now().getUTCFullYear(), selvedge } };
}

interface Frame {
  shell: ShellData;
  drawn: DrawnFrame;
}

interface TimelessFrame {
  shell: ShellData;
  footer: FooterData;
  selvedge: DrawnFrame["selvedge"];
}

const remembered = "shell";
const shown = [cacheTags.settings, cacheTags.menu];

/** The same, but for what changes with the clock, read once and kept until it is changed. */
export function getCachedShell(db: Database, publicUrl: URL): Promise<TimelessFrame> {
  return cachedQuery(db, remembered, shown, () => readFreshShell(db, publicUrl));
}

async function readFreshShell(db: Database, publicUrl: URL): Promise<TimelessFrame> {
  const { company, offices, footerServices, home, legal, site } = await readSettings(db);
  const { email, phone, whatsapp, payment, social, copyrightFrom } = company;
  const name = company.name || publicUrl.host;
  const hasPrivacy = !isEmptyDoc(legal.privacy);
  const services = await listWithoutCovers(db, service, { limit: longestMenu });
  const mediaItems = await listWithoutCovers(db, media, { limit: longestMenu });
  return {
    shell: {
      company: { name, phone },
      cta: home.cta,
      newsletterConsent: consent,
      hasPrivacy,
      hasSplash: site.splash,
      hasNight: site.night,
      isSelvedgeBare: !phone && !whatsapp.number && !payment.url,
      menus: {
        services: services.cards.map((card) => presentItem(card, firstSentence(card.data.summary))),
        media: mediaItems.cards.map((card) => presentItem(card)),
      },
    },
    footer: {
      company: { name, email, phone, whatsapp, social, copyrightFrom },
      offices: offices.slice(0, officesInFooter).map(({ city, address, postcode, phone, email }) => ({
        city,
        address,
        postcode,
        phone,
        email,
      })),
      footerServices,
      newsletter: { ...company.newsletter, consent, submit, hidden: hiddenFields },
      hasTerms: !isEmptyDoc(legal.terms),
      hasPrivacy,
    },
    selvedge: { phone, whatsapp, payment },
  };
}

function presentItem(
  { id, title, path }: Pick<CoverlessCard, "id" | "title" | "path">,
  summary = "",
): MenuItem {
  return { id, title, path, summary };
}

/** What the server alone draws around the page that is being made; null for a page without the frame of the site. */
export const frameContext = createContext<DrawnFrame | null>(null);
