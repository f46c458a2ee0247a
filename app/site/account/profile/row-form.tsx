import { Form, useNavigation } from "react-router";

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
