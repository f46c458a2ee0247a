import { readSettings } from "#app/company/settings.ts";
import type { Database } from "#app/database/database.ts";
import { rememberServiceTitles } from "#app/site/contact/contact-page.ts";
import { recallShell } from "#app/site/shell/read-shell.ts";

/**
 * Reads what the pages with forms show before anybody asks for them: should the database go, a form that is sent comes back
 * with everything typed in it, even if nobody has opened a page of this process yet.
 */
export async function rememberForms(db: Database, publicUrl: URL): Promise<void> {
  await readSettings(db);
  await recallShell(db, publicUrl);
  await rememberServiceTitles(db);
}
