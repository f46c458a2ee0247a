import { useState } from "react";
import { Form } from "react-router";
import { LabelledField } from "#app/lib/ui/field.tsx";
import { errorIn, okIn } from "../../parts/action-result.ts";

/** Types of targets; the 404 list adds redirects to entries. */
const targetKinds = [
  {
    value: "path",
    label: "A page of this site",
    hint: "An address that starts with /. If it belongs to an entry, the redirect follows it when its title changes.",
  },
  { value: "url", label: "Another site", hint: "A full https address." },
];

interface RedirectFormProps {
  intent: "add" | "change";
  id?: string;
  from?: string;
  to?: string;
  kind?: string;
  submit: string;
  answer: unknown;
}

/** Form of a redirect: former address and target; another site needs an explicit choice. */
export function RedirectForm({ intent, id, submit, answer, ...shown }: RedirectFormProps) {
  const refused = errorIn(answer);
  const added = useAdded(answer);
  const own = refused?.typed.intent === intent ? refused : null;
  const { from, to, kind = "path" } = { ...shown, ...(own?.typed ?? {}) };
  const errors = own?.refusal.fields ?? {};
  const wrongTo = errors.path ?? errors.url ?? errors.entry;
  return (
    <Form method="post" className="form" key={`${shown.from} ${shown.to} ${added}`}>
      <input type="hidden" name="intent" value={intent} />
      {id && <input type="hidden" name="id" value={id} />}
      <LabelledField label="Old address" name="from" error={errors.from}>
        {(control) => (
          <input
            className="input"
            {...control}
            defaultValue={from}
            placeholder="/2019/05/our-move"
            dir="ltr"
          />
        )}
      </LabelledField>
      <LabelledField label="Redirect to" name="to" error={wrongTo}>
        {(control) => (
          <input className="input" {...control} defaultValue={to} placeholder="/about" dir="ltr" />
        )}
      </LabelledField>
      <fieldset className="choice full-row">
        <legend>Target</legend>
        {targetKinds.map(({ value, label, hint }) => (
          <label key={value} className="check">
            <input
              type="radio"
              name="kind"
              value={value}
              defaultChecked={value === (kind === "url" ? "url" : "path")}
            />
            <span>
              <b>{label}</b> <small>{hint}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <div className="row">
        <button className="btn" type="submit">
          {submit}
        </button>
      </div>
    </Form>
  );
}

/** Number of redirects added here; the form clears after each success and keeps its values after an error. */
function useAdded(answer: unknown): number {
  const [last, setLast] = useState({ answer, count: 0 });
  if (last.answer === answer) return last.count;
  const isAdded = okIn(answer)?.undo?.intent === "delete";
  const next = { answer, count: last.count + (isAdded ? 1 : 0) };
  setLast(next);
  return next.count;
}
