import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { LabelledField } from "#app/lib/ui/field.tsx";
import { type EntryOption, useForm } from "../form-context.ts";
import {
  blocksOfIds,
  type FieldControl,
  type FieldProps,
  idsOf,
  readId,
  readIds,
  textOf,
  useLabel,
} from "./control.ts";
import { SortableRows, useRows } from "./parts/sortable-rows.tsx";

/** Search result of the route; `path` is the public address. */
export interface FoundOption extends EntryOption {
  kind: string;
  path: string;
}

const waitMs = 150;

/** Entries with titles that match the words, after a pause in typing; none while `words` is null. `hasPage` excludes entries without a public page. */
export function useFoundEntries(
  words: string | null,
  { kindName, hasPage = false }: { kindName?: string | undefined; hasPage?: boolean },
): FoundOption[] {
  const [found, setFound] = useState<FoundOption[]>([]);
  useEffect(() => {
    if (words === null) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const query = new URLSearchParams({ q: words });
      if (kindName) query.set("kind", kindName);
      if (hasPage) query.set("page", "1");
      const answer = await fetch(`/dashboard/entry/find?${query}`, { signal: stop.signal }).catch(() => null);
      if (!answer?.ok || !answer.headers.get("content-type")?.includes("json")) return;
      const choices = (await answer.json().catch(() => [])) as FoundOption[]; // the response shape of our own route
      if (!stop.signal.aborted) setFound(choices);
    }, waitMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [words, kindName, hasPage]);
  return found;
}

export const entryControl: FieldControl<"entry"> = {
  Control: EntryField,
  read: readId,
  blocks: blocksOfIds,
};

export const entriesControl: FieldControl<"entries"> = {
  Control: EntriesField,
  read: readIds,
  blocks: blocksOfIds,
};

/** Picker for one entry of another kind. */
function EntryField({ name, input, value }: FieldProps<"entry">) {
  const { choices } = useForm();
  return (
    <LabelledField {...useLabel(name, input)}>
      {(control) => (
        <EntrySelect control={control} choices={choices.entries[input.kind] ?? []} value={textOf(value)} />
      )}
    </LabelledField>
  );
}

/** Ordered picker for entries of another kind. */
function EntriesField({ name, input, value }: FieldProps<"entries">) {
  const { choices, errors } = useForm();
  const [known, setKnown] = useState(choices.entries[input.kind] ?? []);
  const rows = useRows<string>(idsOf(value));
  const titleOf = (id: string) => known.find((choice) => choice.id === id)?.title ?? "Deleted entry";
  const chosen = new Set(rows.items.map((row) => row.value));
  return (
    <fieldset className="field list-field entries-field" id={`f-${name}`} tabIndex={-1}>
      <legend>{input.label}</legend>
      {errors[name] && <p className="err">{errors[name]}</p>}
      <SortableRows rows={rows} nameOf={(_, id) => titleOf(id)}>
        {({ value: id }, tools) => (
          <>
            <input type="hidden" name={name} value={id} />
            {tools}
            <span>{titleOf(id)}</span>
          </>
        )}
      </SortableRows>
      <EntryFinder
        label={`Add to ${input.label}`}
        kindName={input.kind}
        leaveOut={chosen}
        onPick={(choice) => {
          setKnown([...known, choice]);
          rows.add(choice.id);
        }}
      />
    </fieldset>
  );
}

function EntrySelect(props: { control: object; choices: EntryOption[]; value: string }) {
  return (
    <select className="input" {...props.control} defaultValue={props.value}>
      <option value="">None</option>
      {props.choices.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </select>
  );
}

interface EntryFinderProps {
  label: string;
  /** Limits the search to one kind; without it, all kinds. */
  kindName?: string;
  leaveOut?: ReadonlySet<string>;
  onPick(choice: EntryOption): void;
}

/** Search box that finds an entry by its title. */
function EntryFinder({ label, kindName, leaveOut, onPick }: EntryFinderProps) {
  const { entryStates } = useForm().tools;
  const id = useId();
  const [words, setWords] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const found = useFoundEntries(isOpen ? words : null, { kindName }).filter((one) => !leaveOut?.has(one.id));
  const current = found[Math.min(at, found.length - 1)];
  const pick = (choice: EntryOption | undefined) => {
    if (!choice) return;
    onPick(choice);
    setWords("");
    setOpen(false);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setAt((now) => (now + step + found.length) % Math.max(found.length, 1));
    else if (event.key === "Enter") pick(isOpen ? current : undefined);
    else if (event.key === "Escape" && isOpen) setOpen(false);
    else return;
    event.preventDefault();
  };
  return (
    <div className="finder">
      <input
        className="input"
        role="combobox"
        aria-label={label}
        aria-expanded={isOpen && found.length > 0}
        aria-controls={id}
        aria-activedescendant={isOpen && current ? `${id}-${current.id}` : undefined}
        autoComplete="off"
        placeholder="Search by title"
        value={words}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onChange={(event) => {
          setWords(event.target.value);
          setOpen(true);
          setAt(0);
        }}
        onKeyDown={handleKeyDown}
      />
      <div
        id={id}
        role="listbox"
        aria-label={label}
        className="choices"
        hidden={!isOpen || found.length === 0}
      >
        {found.map((choice) => (
          <div
            key={choice.id}
            id={`${id}-${choice.id}`}
            role="option"
            aria-selected={choice === current}
            tabIndex={-1}
            // Keeps the focus in the input until the press ends.
            onPointerDown={(event) => {
              event.preventDefault();
              pick(choice);
            }}
          >
            <b>{choice.title}</b>
            <small>{entryStates[choice.state]}</small>
          </div>
        ))}
      </div>
    </div>
  );
}
