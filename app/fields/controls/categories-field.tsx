import { type KeyboardEvent, useState } from "react";
import { useForm } from "../form-context.ts";
import { blocksOfIds, type FieldControl, type FieldProps, idsOf, readIds } from "./control.ts";

export const categoriesControl: FieldControl<"categories"> = {
  Control: CategoriesField,
  read: readIds,
  blocks: blocksOfIds,
};

/** The categories of a taxonomy to tick, and a line that makes the one that is missing. */
function CategoriesField({ name, input, value }: FieldProps<"categories">) {
  const { choices, errors, touch } = useForm();
  const [all, setAll] = useState(choices.categories[input.taxonomy] ?? []);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(() => new Set(idsOf(value)));
  const [wanted, setWanted] = useState("");
  const [problem, setProblem] = useState("");
  const tick = (id: string, isTicked: boolean) => {
    const next = new Set(ticked);
    if (isTicked) next.add(id);
    else next.delete(id);
    setTicked(next);
    touch();
  };
  const make = async () => {
    const answer = await makeCategory(input.taxonomy, wanted);
    if ("error" in answer) return setProblem(answer.error);
    setProblem("");
    setAll([...all, answer]);
    setWanted("");
    tick(answer.id, true);
  };
  const hear = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (wanted.trim()) void make();
  };
  return (
    <fieldset className="field" id={`f-${name}`} tabIndex={-1}>
      <legend>{input.label}</legend>
      {errors[name] && <p className="err">{errors[name]}</p>}
      {all.map(({ id, name: category }) => (
        <label className="check" key={id}>
          <input
            type="checkbox"
            name={name}
            value={id}
            checked={ticked.has(id)}
            onChange={(event) => tick(id, event.target.checked)}
          />
          {category}
        </label>
      ))}
      <div className="row add">
        <input
          className="input"
          aria-label={`New among ${input.label}`}
          placeholder="New category"
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
          onKeyDown={hear}
        />
        <button className="btn quiet" type="button" disabled={!wanted.trim()} onClick={make}>
          Add
        </button>
      </div>
      {problem && (
        <p className="err" role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

type Made = { id: string; name: string } | { error: string };

async function makeCategory(taxonomy: string, name: string): Promise<Made> {
  const body = new URLSearchParams({ taxonomy, name });
  const lost = { error: "There is no connection. Try once more." };
  const answer = await fetch("/dashboard/entry/category", { method: "POST", body }).catch(() => null);
  if (!answer?.headers.get("content-type")?.includes("json")) return lost;
  return (await answer.json().catch(() => lost)) as Made; // our own route
}
