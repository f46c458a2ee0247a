import type { Person } from "#app/accounts/accounts.ts";
import type { FormAnswer } from "#app/site/forms/form-answer.ts";
import { AccountField } from "../forms/account-field.tsx";
import { AccountForm } from "../forms/account-form.tsx";

interface AboutYouProps {
  person: Person;
  answer: FormAnswer | undefined;
}

export function AboutYou({ person, answer }: AboutYouProps) {
  const { name, phone } = person;
  return (
    <section className="acc" aria-labelledby="about-you">
      <h2 id="about-you">About you</h2>
      <AccountForm intent="save" answer={answer} submit="Save" pending="Saving…" values={{ name, phone }}>
        <AccountField label="Name" name="name" autoComplete="name" />
        <AccountField label="Phone" name="phone" type="tel" autoComplete="tel" isOptional />
      </AccountForm>
    </section>
  );
}
