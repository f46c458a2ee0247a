import type { Route } from "./+types/login.ts";
import { Coming } from "./coming.tsx";
import { describePlainPage } from "./describe-plain-page.ts";
import { keepPlainPage } from "./plain-page.ts";

/** Anyone. */
export function loader({ context }: Route.LoaderArgs) {
  return keepPlainPage(context);
}

export function meta({ loaderData }: Route.MetaArgs) {
  return describePlainPage(loaderData, "Sign in", "/login");
}

export default function Login() {
  return (
    <Coming
      title="Sign in"
      text="Accounts open soon. Until then a message reaches us just as well, and a person answers it."
    />
  );
}
