import type { RouterContextProvider } from "react-router";
import { readSettings } from "#app/company/settings.ts";
import { labels } from "#app/database/labels.ts";
import { type SiteFacts, siteFacts } from "#app/site/parts/site-facts.ts";
import { siteContext } from "#app/site/site-context.ts";

/** What a page without content of its own needs for its head. */
export async function keepPlainPage(context: Readonly<RouterContextProvider>): Promise<SiteFacts> {
  const { db, visit, publicUrl } = context.get(siteContext);
  visit.keep(labels.settings);
  return siteFacts(await readSettings(db), publicUrl);
}
