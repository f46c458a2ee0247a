import { openLeadFeed } from "#app/leads/lead-feed.ts";
import { type Browser, openTestAccounts, signInAs } from "#tests/support/accounts.ts";
import type { EngineName } from "#tests/support/database.ts";
import { aFileStore } from "#tests/support/files.ts";
import { aMailDesk } from "#tests/support/mail-desk.ts";
import { createApi } from "./server/api.ts";

const own = { origin: "https://www.company.example", "sec-fetch-site": "same-origin" };

/** The API on a fresh database, with an editor signed in; paths are those below /api. */
export async function openStaffApi(engine: EngineName, files = aFileStore()) {
  const site = await openTestAccounts(engine);
  const { db, accounts, clock } = site;
  const { publicUrl } = accounts;
  const mail = aMailDesk(db, publicUrl);
  const api = createApi({
    db,
    files,
    clock,
    publicUrl,
    accounts,
    mail,
    leadFeed: openLeadFeed(db, clock),
  });
  const editor = await site.person("rahima@kolpona.example", { role: "editor" });
  const browser = site.browser();
  await signInAs(accounts, browser, "rahima@kolpona.example");
  const ask = async (path: string, init: RequestInit = {}, as: Browser = browser) => {
    const { request, requestContext } = as.asking(path, init);
    return api.request(request, undefined, { requestContext });
  };
  const send = (method: "POST" | "PATCH") => {
    return (path: string, body: unknown, headers: Record<string, string> = {}, as: Browser = browser) =>
      ask(
        path,
        {
          method,
          headers: { "content-type": "application/json", ...own, ...headers },
          body: typeof body === "string" ? body : JSON.stringify(body),
        },
        as,
      );
  };
  return { ...site, own, editor, ask, post: send("POST"), patch: send("PATCH") };
}
