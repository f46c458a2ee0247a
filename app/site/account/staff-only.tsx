import { Link } from "react-router";
import { requireStaff } from "#app/site/guard.ts";
import type { Route } from "./+types/staff-only.ts";
import { describePlainPage } from "./describe-plain-page.ts";
import { AccountPage } from "./forms/account-page.tsx";
import { privateHeaders, privatePage } from "./forms/private-page.ts";

/** Editors and admins. */
export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args.context, args.request);
  return privatePage(args, {});
}

export const headers = privateHeaders;

export function meta({ loaderData }: Route.MetaArgs) {
  return describePlainPage(loaderData.site, "Dashboard", "/dashboard");
}

/** What staff find until the back office opens. */
export default function StaffOnly() {
  return (
    <AccountPage
      title="The dashboard opens soon"
      lead="Until then content comes in by import, and npm run leads shows what visitors have sent. The README tells how."
    >
      <div className="ways">
        <Link className="btn" to="/">
          Back to the site
        </Link>
      </div>
    </AccountPage>
  );
}
