import { useEffect, useRef } from "react";
import type { PostForm } from "../content/list/bulk-bar.tsx";
import { doneIn, refusalIn } from "../parts/answer.ts";

/** Adds a category at the end; empties itself for the next. */
export function AddCategory({ Form, answer }: { Form: PostForm; answer: unknown }) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (doneIn(answer)) form.current?.reset();
  }, [answer]);
  const refused = refusalIn(answer);
  const mine = refused?.typed.intent === "add" ? refused : null;
  return (
    <Form method="post" className="add" ref={form}>
      <h2>New category</h2>
      <div className={mine?.refusal.fields.name ? "f bad" : "f"}>
        <label htmlFor="name">Name</label>
        <input
          className="in"
          id="name"
          name="name"
          required
          maxLength={80}
          defaultValue={mine?.typed.name}
          aria-describedby={mine ? "name-error" : undefined}
        />
        {mine?.refusal.fields.name && (
          <p className="err" id="name-error">
            {mine.refusal.fields.name}
          </p>
        )}
      </div>
      <div className="f">
        <label htmlFor="summary">
          Summary <i>(optional)</i>
        </label>
        <input
          className="in"
          id="summary"
          name="summary"
          maxLength={500}
          defaultValue={mine?.typed.summary}
        />
      </div>
      <button className="btn" type="submit" name="intent" value="add">
        Add category
      </button>
    </Form>
  );
}
