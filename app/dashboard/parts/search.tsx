import type { ReactNode } from "react";
import { Form, useSubmit } from "react-router";

interface SearchProps {
  q: string;
  /** Said to who does not see the field. */
  label: string;
  placeholder: string;
  /** What else the address keeps, and choices that narrow the list as soon as they are made. */
  children?: ReactNode;
}

/** Looks for words in a list; the words stand in its address. */
export function Search({ q, label, placeholder, children }: SearchProps) {
  const submit = useSubmit();
  return (
    <Form
      className="inline-form"
      role="search"
      onChange={(event) => event.target instanceof HTMLSelectElement && void submit(event.currentTarget)}
    >
      {children}
      <input
        className="input"
        type="search"
        name="q"
        defaultValue={q}
        key={q}
        placeholder={placeholder}
        aria-label={label}
      />
      <button className="btn quiet" type="submit">
        Search
      </button>
    </Form>
  );
}
