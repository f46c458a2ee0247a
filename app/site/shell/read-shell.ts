import { readSettings } from "#app/company/settings.ts";
import { listPublished } from "#app/content/entries.ts";
import type { Card } from "#app/content/entry.ts";
import { media } from "#app/content/kinds/media.ts";
import { service } from "#app/content/kinds/service.ts";
import { isEmptyDoc } from "#app/content/rich-text/schema.ts";
import type { Database } from "#app/database/database.ts";
import { labels } from "#app/database/labels.ts";
import { remember } from "#app/database/remembered.ts";
import { hiddenFields } from "#app/leads/forms.ts";
import { describeNewsletterForm } from "#app/leads/newsletter-form.ts";
import type { PageContext } from "#app/pages/page-context.ts";
import { firstSentence } from "#app/site/parts/first-sentence.ts";
import type { MenuItem, ShellData } from "#app/site/parts/shell-data.ts";

const { consent, submit } = describeNewsletterForm();

/** The longest a list of titles in the navigation gets; the page behind it shows them all. */
const longestMenu = 100;

/** What the frame around every page shows. */
export async function readShell({ db, visit, clock, publicUrl }: PageContext): Promise<ShellData> {
  const shown = [labels.settings, labels.menu];
  visit.keep(...shown);
  const shell = await remember(db, "shell", shown, () => readFrame(db, publicUrl));
  return { ...shell, year: clock.now().getUTCFullYear() };
}

async function readFrame(db: Database, publicUrl: URL): Promise<Omit<ShellData, "year">> {
  const { company, offices, footerServices, home, legal, site } = await readSettings(db);
  const { tagline, email, phone, whatsapp, payment, social, copyrightFrom } = company;
  const services = await listPublished(db, service, { limit: longestMenu });
  const mediaItems = await listPublished(db, media, { limit: longestMenu });
  return {
    company: {
      name: company.name || publicUrl.host,
      tagline,
      email,
      phone,
      whatsapp,
      payment,
      social,
      copyrightFrom,
    },
    offices: offices.map(({ city, address, postcode, phone, email }) => ({
      city,
      address,
      postcode,
      phone,
      email,
    })),
    footerServices,
    newsletter: { ...company.newsletter, consent, submit, hidden: hiddenFields },
    cta: home.cta,
    hasTerms: !isEmptyDoc(legal.terms),
    hasPrivacy: !isEmptyDoc(legal.privacy),
    hasSplash: site.splash,
    menus: {
      services: services.cards.map((card) => presentItem(card, firstSentence(card.data.summary))),
      media: mediaItems.cards.map((card) => presentItem(card)),
    },
  };
}

function presentItem({ id, title, path }: Pick<Card, "id" | "title" | "path">, summary = ""): MenuItem {
  return { id, title, path, summary };
}
