import X from "lucide-react/icons/x";
import { type KeyboardEvent, useId, useState } from "react";
import { LabelledField } from "#app/lib/ui/field.tsx";
import { useForm } from "../form-context.ts";
import { blocksOfLines, type FieldControl, type FieldProps, idsOf, type Sent, useLabel } from "./control.ts";

export const tagsControl: FieldControl<"tags"> = {
  Control: TagsField,
  read: readTags,
  blocks: blocksOfLines,
};

/** Tags as chips: Enter or a comma adds one, Backspace in the empty field removes the last. */
function TagsField({ name, input, value }: FieldProps<"tags">) {
  const { choices, touch } = useForm();
  const list = useId();
  const [tags, setTags] = useState<string[]>(() => idsOf(value));
  const [typed, setTyped] = useState("");
  const change = (next: string[]) => {
    setTags(next);
    touch();
  };
  const add = (text: string) => {
    const parted = text.split(",").map((tag) => tag.trim());
    change([...new Set([...tags, ...parted.filter(Boolean)])]);
    setTyped("");
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if ((event.key === "Enter" || event.key === ",") && typed.trim()) {
      event.preventDefault();
      add(typed);
    } else if (event.key === "Enter") event.preventDefault();
    else if (event.key === "Backspace" && typed === "" && tags.length > 0) change(tags.slice(0, -1));
  };
  const offered = (choices.tags[name] ?? []).filter((tag) => !tags.includes(tag));
  return (
    <LabelledField {...useLabel(name, input)}>
      {({ name: _, ...control }) => (
        <>
          {tags.length > 0 && (
            <ul className="tag-chips">
              {tags.map((tag) => (
                <li key={tag}>
                  {tag}
                  <input type="hidden" name={name} value={tag} />
                  <button type="button" onClick={() => change(tags.filter((one) => one !== tag))}>
                    <X className="icon" aria-hidden />
                    <span className="visually-hidden">Remove {tag}</span>
                  </button>
                </li>
              ))}
            </ul>
          )}
          <input
            className="input"
            {...control}
            name={`${name}.typed`}
            list={list}
            autoComplete="off"
            placeholder="Add a tag"
            value={typed}
            onChange={(event) => {
              const { inputType } = event.nativeEvent as InputEvent; // React's change event is the native input event
              if (inputType === "insertReplacementText") add(event.target.value);
              else setTyped(event.target.value);
            }}
            onKeyDown={handleKeyDown}
            onBlur={() => typed.trim() && add(typed)}
          />
          <datalist id={list}>
            {offered.map((tag) => (
              <option key={tag} value={tag} />
            ))}
          </datalist>
        </>
      )}
    </LabelledField>
  );
}

/** Submitted tags: several values as they are, a single line split at commas. */
function readTags(sent: Sent, name: string): string[] {
  const typed = sent.get(`${name}.typed`) ?? [];
  const parted = typed.flatMap((line) => line.split(/[,\n]/)).map((tag) => tag.trim());
  return [...new Set([...(sent.get(name) ?? []), ...parted])].filter((tag) => tag !== "");
}
