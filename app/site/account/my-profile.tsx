import type { Route } from "./+types/my-profile.ts";
import { Coming } from "./coming.tsx";
import { describePlainPage } from "./describe-plain-page.ts";
import { keepPlainPage } from "./plain-page.ts";

/** Anyone. */
export function loader({ context }: Route.LoaderArgs) {
  return keepPlainPage(context);
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
