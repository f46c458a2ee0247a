import type { Person } from "#app/accounts/accounts.ts";
import type { FormAnswer } from "#app/site/forms/form-answer.ts";
import { useShellData } from "#app/site/parts/shell-data.ts";
import { Row } from "./row.tsx";
import { RowForm } from "./row-form.tsx";
import { SectionTrouble } from "./section-trouble.tsx";

interface NewsletterChoiceProps {
  state: Person["newsletter"];
  answer: FormAnswer | undefined;
}

const texts = {
  none: "Not subscribed",
  pending: "Pending: open the link in the e-mail we sent you.",
  confirmed: "Subscribed",
};

export function NewsletterChoice({ state, answer }: NewsletterChoiceProps) {
  const consent = useShellData()?.newsletter.consent;
  const isWanted = state !== "none";
  return (
    <section className="acc" aria-labelledby="newsletter">
      <h2 id="newsletter">Newsletter</h2>
      <SectionTrouble answer={answer} intents={["newsletter"]} />
      <ul className="rowsx">
        <Row title={texts[state]} text={isWanted ? undefined : consent}>
          <RowForm
            intent="newsletter"
            label={isWanted ? "Unsubscribe" : "Subscribe"}
            about="(newsletter)"
            values={{ wanted: isWanted ? "no" : "yes" }}
          />
        </Row>
      </ul>
    </section>
  );
}
