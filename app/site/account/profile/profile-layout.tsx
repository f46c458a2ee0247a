import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { Trouble } from "#app/site/account/notice.tsx";
import type { FormAnswer } from "#app/site/forms/form-answer.ts";
import { PageLink } from "#app/ui/page-link.tsx";
import { AccountPage } from "../forms/account-page.tsx";

interface SubPageProps {
  title: string;
  lead?: ReactNode;
  isAnswer?: boolean;
  children: ReactNode;
}

/** One matter of the profile on a page of its own. */
export function SubPage({ children, ...page }: SubPageProps) {
  return (
    <AccountPage {...page}>
      {children}
      <p className="after">
        <PageLink to="/myprofile">Back to my profile</PageLink>
      </p>
    </AccountPage>
  );
}

interface RowProps {
  title: ReactNode;
  text?: ReactNode;
  /** What can be done about it. */
  children?: ReactNode;
}

/** One line of a list on the profile. */
export function ProfileRow({ title, text, children }: RowProps) {
  return (
    <li>
      <span>
        {title}
        {text && <small>{text}</small>}
      </span>
      {children}
    </li>
  );
}

interface RowFormProps {
  intent: string;
  /** What the button says, and what it says to who does not see its row. */
  label: string;
  about?: string;
  values?: Record<string, string>;
}

/** One press about one line of a list. */
export function RowForm({ intent, label, about, values = {} }: RowFormProps) {
  const sent = useNavigation().formData;
  const isSending =
    sent?.get("intent") === intent &&
    Object.entries(values).every(([name, value]) => sent.get(name) === value);
  return (
    <Form method="post" preventScrollReset onSubmit={(event) => isSending && event.preventDefault()}>
      <input type="hidden" name="intent" value={intent} />
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button className="linkbtn" type="submit" aria-disabled={isSending}>
        {label}
        {about && <span className="visually-hidden"> {about}</span>}
      </button>
    </Form>
  );
}

interface SectionTroubleProps {
  answer: FormAnswer | undefined;
  /** The forms of the section. */
  intents: readonly string[];
}

/** What stopped a form without fields, above the section it stands in. */
export function SectionTrouble({ answer, intents }: SectionTroubleProps) {
  if (!answer || answer.isKept) return null;
  const { intent } = answer.typed;
  if (intent !== undefined && !intents.includes(intent)) return null;
  const [first] = Object.values(answer.errors);
  return <Trouble title={first ?? answer.title} />;
}
