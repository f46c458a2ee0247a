import { Form } from "react-router";
import { arrivalFocus } from "./arrival-focus.ts";

interface SearchFormProps {
  /** Path of the results page. */
  action: string;
  /** Id of the field. */
  id: string;
  label: string;
  /** Defaults to the label. */
  placeholder?: string;
  /** Current query. */
  query?: string;
  /** Classes of the button. */
  button?: string;
  /** Whether the field gets the focus when the page opens. */
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
    <Form className="search" action={action} role="search" reloadDocument>
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
