import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";

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
