import { type FormEvent, type KeyboardEvent, useState } from "react";
import { foldText } from "#app/lib/text/fold.ts";
import { useForm } from "../form-context.ts";
import { blocksOfIds, type FieldControl, type FieldProps, idsOf, readIds } from "./control.ts";

export const categoriesControl: FieldControl<"categories"> = {
  Control: CategoriesField,
  read: readIds,
  blocks: blocksOfIds,
};

/** Number of categories from which the list has a search box and scrolls, chosen ones first. */
const longListLength = 16;

/**
 * Checkboxes for the categories of a taxonomy, and an input that creates a category. The first category of an entry is its
 * main one: stored ones are submitted in their order, newly ticked ones after them.
 */
function CategoriesField({ name, input, value }: FieldProps<"categories">) {
  const { choices, errors, touch } = useForm();
  const [all, setAll] = useState(choices.categories[input.taxonomy] ?? []);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(() => new Set(idsOf(value)));
  const [leading, setLeading] = useState(ticked);
  const [query, setQuery] = useState("");
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
    setLeading(new Set([...leading, answer.id]));
    setWanted("");
    tick(answer.id, true);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (wanted.trim()) void make();
  };
  const isLong = all.length >= longListLength;
  const leadRank = ({ id }: { id: string }) => (leading.has(id) ? 0 : 1);
  const shown = isLong ? all.toSorted((one, other) => leadRank(one) - leadRank(other)) : all;
  const found = shown.filter((one) => folded(one.name).includes(folded(query.trim())));
  return (
    <fieldset className="field" id={`f-${name}`} tabIndex={-1}>
      <legend>{input.label}</legend>
      {errors[name] && <p className="err">{errors[name]}</p>}
      {isLong && (
        <CategorySearch
          label={`Search ${input.label}`}
          onSearch={setQuery}
          onEnter={() => {
            const [only, another] = found;
            if (only && !another) tick(only.id, !ticked.has(only.id));
          }}
        />
      )}
      <div className={isLong ? "category-boxes long" : "category-boxes"}>
        {shown.map(({ id, name: category }) => (
          <label className="check" key={id} hidden={!found.some((one) => one.id === id)}>
            <input
              type="checkbox"
              value={id}
              checked={ticked.has(id)}
              onChange={(event) => tick(id, event.target.checked)}
            />
            {category}
          </label>
        ))}
        {[...ticked].map((id) => (
          <input key={id} type="hidden" name={name} value={id} />
        ))}
        {found.length === 0 && isLong && <p className="hint">No category matches “{query.trim()}”.</p>}
      </div>
      <div className="row add">
        <input
          className="input"
          aria-label={`New among ${input.label}`}
          placeholder="New category"
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
          onKeyDown={handleKeyDown}
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

interface CategorySearchProps {
  label: string;
  onSearch(query: string): void;
  onEnter(): void;
}

/** Filters the visible categories without changing the form. */
function CategorySearch({ label, onSearch, onEnter }: CategorySearchProps) {
  const stopPropagation = (event: FormEvent) => event.stopPropagation();
  return (
    <input
      className="input"
      type="search"
      aria-label={label}
      placeholder="Search categories"
      onInput={stopPropagation}
      onChange={(event) => {
        stopPropagation(event);
        onSearch(event.target.value);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        onEnter();
      }}
    />
  );
}

function folded(text: string): string {
  return foldText(text);
}

type CreatedCategory = { id: string; name: string } | { error: string };

async function makeCategory(taxonomy: string, name: string): Promise<CreatedCategory> {
  const body = new URLSearchParams({ taxonomy, name });
  const connectionError = { error: "There is no connection. Try again." };
  const answer = await fetch("/dashboard/entry/category", { method: "POST", body }).catch(() => null);
  if (!answer?.headers.get("content-type")?.includes("json")) return connectionError;
  return (await answer.json().catch(() => connectionError)) as CreatedCategory; // the response shape of our own route
}
