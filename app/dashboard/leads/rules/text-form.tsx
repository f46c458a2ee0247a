import { Form } from "react-router";
import { FieldError } from "#app/ui/field.tsx";
import type { Refused } from "../../parts/answer.ts";

interface TextFormProps {
  text: { id: string; title: string; body: string };
  refused: Refused | null;
}

/** One text that answers begin with. */
export function TextForm({ text, refused }: TextFormProps) {
  const errors = refused?.refusal.fields ?? {};
  const id = (name: string) => `f-${name}-${text.id || "new"}`;
  return (
    <Form method="post" className="stack">
      <input type="hidden" name="id" value={text.id} />
      <div className={errors.title ? "f bad" : "f"}>
        <label htmlFor={id("title")}>Name</label>
        <input
          className="in"
          id={id("title")}
          name="title"
          defaultValue={refused?.typed.title ?? text.title}
        />
        {errors.title && <FieldError id={`${id("title")}-error`} text={errors.title} />}
      </div>
      <div className={errors.body ? "f bad" : "f"}>
        <label htmlFor={id("body")}>Text</label>
        <textarea
          className="in"
          id={id("body")}
          name="body"
          rows={5}
          dir="auto"
          defaultValue={refused?.typed.body ?? text.body}
        />
        {errors.body && <FieldError id={`${id("body")}-error`} text={errors.body} />}
      </div>
      <p>
        <button className="btn q" type="submit" name="intent" value="save">
          {text.id ? "Save" : "Add saved reply"}
        </button>
      </p>
    </Form>
  );
}
