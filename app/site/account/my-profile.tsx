import { readSettings } from "#app/company/settings.ts";
import { requirePerson } from "#app/site/guard.ts";
import { siteFacts } from "#app/site/parts/site-facts.ts";
import { siteContext } from "#app/site/site-context.ts";
import type { Route } from "./+types/my-profile.ts";
import { Coming } from "./coming.tsx";
import { describePlainPage } from "./describe-plain-page.ts";

export async function loader({ context, request }: Route.LoaderArgs) {
  await requirePerson(context, request);
  const { db, publicUrl } = context.get(siteContext);
  return siteFacts(await readSettings(db), publicUrl);
}

export function meta({ loaderData }: Route.MetaArgs) {
  return describePlainPage(loaderData, "My profile", "/myprofile");
}

export default function MyProfile() {
  return (
    <Coming
      title="My profile"
      text="Profiles come with the accounts, soon. If you have written to us, your reference number is all we need to find your message."
    />
  );
}
