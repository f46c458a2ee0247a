import type { ReactNode } from "react";
import { Trouble } from "#app/site/account/notice.tsx";
import type { FormAnswer } from "#app/site/forms/form-answer.ts";
import { AccountPage } from "../forms/account-page.tsx";

interface SubPageProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

/** A part of the profile on its own page. */
export function SubPage({ children, ...page }: SubPageProps) {
  return (
    <AccountPage {...page}>
      {children}
      <p className="after">
        <a href="/myprofile">Back to my profile</a>
      </p>
    </AccountPage>
  );
}

interface RowProps {
  title: ReactNode;
  text?: ReactNode;
  /** Actions of the row. */
  children?: ReactNode;
}

/** A row of a list on the profile. */
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
  /** Text of the button; `about` extends it for screen readers. */
  label: string;
  about?: string;
  values?: Record<string, string>;
}

/** A button that acts on one row of a list. */
export function RowForm({ intent, label, about, values = {} }: RowFormProps) {
  return (
    <form method="post">
      <input type="hidden" name="intent" value={intent} />
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button className="linkbtn" type="submit">
        {label}
        {about && <span className="visually-hidden"> {about}</span>}
      </button>
    </form>
  );
}

interface SectionTroubleProps {
  answer: FormAnswer | undefined;
  /** The forms of the section. */
  intents: readonly string[];
}

/** Error of a form without fields, above its section. */
export function SectionTrouble({ answer, intents }: SectionTroubleProps) {
  if (!answer || answer.isRestored) return null;
  const { intent } = answer.typed;
  if (intent !== undefined && !intents.includes(intent)) return null;
  const [first] = Object.values(answer.errors);
  return <Trouble title={first ?? answer.title} />;
}
