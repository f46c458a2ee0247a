import type { Route } from "./+types/registration.ts";
import { Coming } from "./coming.tsx";
import { describePlainPage } from "./describe-plain-page.ts";
import { keepPlainPage } from "./plain-page.ts";

/** Anyone. */
export function loader({ context }: Route.LoaderArgs) {
  return keepPlainPage(context);
}

export function meta({ loaderData }: Route.MetaArgs) {
  return describePlainPage(loaderData, "Create an account", "/registration");
}

export default function Registration() {
  return (
    <Coming
      title="Create an account"
      text="Accounts open soon. Until then you need none: every message you send us gets a reference number and an answer."
    />
  );
}
