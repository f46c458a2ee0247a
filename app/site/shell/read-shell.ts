import { createContext } from "react-router";
import { readSettings } from "#app/domain/company/settings.ts";
import type { CoverlessCard } from "#app/domain/content/entry.ts";
import { media } from "#app/domain/content/kinds/media.ts";
import { service } from "#app/domain/content/kinds/service.ts";
import { listWithoutCovers } from "#app/domain/content/published/entries.ts";
import { hiddenFields } from "#app/domain/leads/intake/forms.ts";
import { describeNewsletterForm } from "#app/domain/leads/intake/newsletter-form.ts";
import { type PageContext, readWithFallback } from "#app/domain/routing/page-context.ts";
import { isEmptyDoc } from "#app/lib/rich-text/schema/schema.ts";
import { cachedQuery, cacheTags } from "#app/platform/database/cache-tags.ts";
import type { Database } from "#app/platform/database/database.ts";
import { firstSentence } from "#app/site/parts/prose.ts";
import type { DrawnFrame, FooterData, MenuItem, ShellData } from "#app/site/parts/shell-data.ts";

const { consent, submit } = describeNewsletterForm();

/** Maximum number of titles in a submenu; the list page shows all. */
const menuLimit = 100;

/** Maximum number of offices in the footer; the contact page shows all. */
const officesInFooter = 2;

/** Reads the data of the layout around every public page. */
export async function readShell(site: PageContext): Promise<Frame> {
  const { db, requestContext, clock, publicUrl } = site;
  requestContext.cacheTags(...shellTags);
  const { shell, footer, quickContact } = await readWithFallback(site, cacheKey, () =>
    getCachedShell(db, publicUrl),
  );
  return { shell, drawn: { footer, year: clock.now().getUTCFullYear(), quickContact } };
}

interface Frame {
  shell: ShellData;
  drawn: DrawnFrame;
}

interface CachedFrame {
  shell: ShellData;
  footer: FooterData;
  quickContact: DrawnFrame["quickContact"];
}

const cacheKey = "shell";
const shellTags = [cacheTags.settings, cacheTags.menu];

/** Reads the layout data except the year; cached until it changes. */
export function getCachedShell(db: Database, publicUrl: URL): Promise<CachedFrame> {
  return cachedQuery(db, cacheKey, shellTags, () => readFreshShell(db, publicUrl));
}

async function readFreshShell(db: Database, publicUrl: URL): Promise<CachedFrame> {
  const { company, offices, footerServices, home, legal, site } = await readSettings(db);
  const { email, phone, whatsapp, payment, social, copyrightFrom } = company;
  const name = company.name || publicUrl.host;
  const hasPrivacy = !isEmptyDoc(legal.privacy);
  const services = await listWithoutCovers(db, service, { limit: menuLimit });
  const mediaItems = await listWithoutCovers(db, media, { limit: menuLimit });
  return {
    shell: {
      company: { name, phone },
      cta: home.cta,
      newsletterConsent: consent,
      hasPrivacy,
      hasSplash: site.splash,
      hasNight: site.night,
      isQuickContactEmpty: !phone && !whatsapp.number && !payment.url,
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
    quickContact: { phone, whatsapp, payment },
  };
}

function presentItem(
  { id, title, path }: Pick<CoverlessCard, "id" | "title" | "path">,
  summary = "",
): MenuItem {
  return { id, title, path, summary };
}

/** Layout data that only the server renders; null for a page without this layout. */
export const frameContext = createContext<DrawnFrame | null>(null);
