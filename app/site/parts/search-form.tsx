import { Form } from "react-router";
import { arrivalFocus } from "./arrival-focus.ts";

interface SearchFormProps {
  /** The page that shows what is found. */
  action: string;
  /** Of the field. */
  id: string;
  label: string;
  /** Shown while nothing is typed; the label, if nothing is said. */
  placeholder?: string;
  /** What was searched for. */
  query?: string;
  /** Classes of the button. */
  button?: string;
  /** Whether the field takes the focus when its page opens. */
  isFirst?: boolean;
}

export function SearchForm({
  action,
  id,
  label,
  placeholder = label,
  query,
  button = "btn",
  isFirst = false,
}: SearchFormProps) {
  return (
    <Form className="search" action={action} role="search">
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <input
        className="input"
        id={id}
        name="q"
        type="search"
        defaultValue={query}
        key={query}
        maxLength={200}
        placeholder={placeholder}
        {...(isFirst && { autoFocus: true, [arrivalFocus]: "" })}
      />
      <button className={button} type="submit">
        Search
      </button>
    </Form>
  );
}
