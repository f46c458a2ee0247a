import type { ReactNode } from "react";
import { type FetcherWithComponents, Form, useNavigation } from "react-router";

/** The form of a fetcher. */
export type PostForm = FetcherWithComponents<unknown>["Form"];

interface ActionButtonProps {
  intent: string;
  values?: Record<string, string>;
  /** What it is about, for who does not see its row. */
  about?: string;
  className?: string;
  children: ReactNode;
}

/** One action behind one button. */
export function ActionButton({
  intent,
  values = {},
  about,
  className = "btn quiet",
  children,
}: ActionButtonProps) {
  const sent = useNavigation().formData;
  const isSending =
    sent?.get("intent") === intent &&
    Object.entries(values).every(([name, value]) => sent.get(name) === value);
  return (
    <Form
      method="post"
      className="one"
      preventScrollReset
      onSubmit={(event) => isSending && event.preventDefault()}
    >
      <input type="hidden" name="intent" value={intent} />
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button className={className} type="submit" aria-disabled={isSending || undefined}>
        {children}
        {about && <span className="visually-hidden"> {about}</span>}
      </button>
    </Form>
  );
}

/** Head of the column of buttons, for whoever hears the table. */
export function ActionsHeader() {
  return (
    <th scope="col" className="actions-cell">
      <span className="visually-hidden">Actions</span>
    </th>
  );
}
