import { Island } from "#app/site/islands/island.tsx";
import NewPassword, { type NewPasswordProps } from "#app/site/islands/new-password.tsx";
import { useFieldErrors } from "./account-form.tsx";

/** Fields of a new password in the surrounding form, as an island. */
export function NewPasswordFields(props: Omit<NewPasswordProps, "errors">) {
  const errors = useFieldErrors(["password", "passwordAgain"]);
  return <Island name="new-password" of={NewPassword} load="interaction" props={{ ...props, errors }} />;
}
