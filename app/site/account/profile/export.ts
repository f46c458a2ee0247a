import { redirect } from "react-router";
import { exportMe } from "#app/domain/accounts/profile/export-me.ts";
import { companyDay } from "#app/domain/company/company-time.ts";
import { signedOf } from "#app/domain/routing/guard.ts";
import { confirmPath } from "#app/domain/routing/page-addresses.ts";
import { pageContext } from "#app/domain/routing/page-context.ts";
import { accountRequestOf } from "#app/site/account/forms/account-route.ts";
import type { Route } from "./+types/export.ts";

/** Downloads all stored data of the signed-in user as a file. */
export async function loader(args: Route.LoaderArgs) {
  const { isFresh } = signedOf(args.context);
  if (!isFresh) throw redirect(confirmPath("/myprofile?done=export#your-data"));
  const { accounts, accountRequest } = accountRequestOf(args);
  const { db, clock } = args.context.get(pageContext);
  const day = await companyDay(db, clock.now());
  return new Response(JSON.stringify(await exportMe(accounts, accountRequest), null, 2), {
    headers: {
      "content-type": "application/json; charset=utf-8",
      "content-disposition": `attachment; filename="my-data-${day}.json"`,
      "cache-control": "no-store",
    },
  });
}
