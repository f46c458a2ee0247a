import type { ReactNode } from "react";
import { type FetcherWithComponents, Form, useNavigation } from "react-router";

/** Form component of a fetcher. */
export type PostForm = FetcherWithComponents<unknown>["Form"];

interface ActionButtonProps {
  intent: string;
  values?: Record<string, string>;
  /** Subject of the action, for screen readers. */
  about?: string;
  className?: string;
  children: ReactNode;
}

/** Form with a single button that runs an action. */
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

/** Hidden heading of the column of actions, for screen readers. */
export function ActionsHeader() {
  return (
    <th scope="col" className="actions-cell">
      <span className="visually-hidden">Actions</span>
    </th>
  );
}
