import { createElement, useState } from "react";
import { useForm } from "../form-context.ts";
import { blocksOfLines, type FieldControl, type FieldProps, readText, textOf } from "./control.ts";

export const iconControl: FieldControl<"icon"> = {
  Control: IconField,
  read: readText,
  blocks: blocksOfLines,
};

/** Grid of the curated icons with a filter box. */
function IconField({ name, input, value }: FieldProps<"icon">) {
  const { choices, errors } = useForm();
  const [words, setWords] = useState("");
  const [chosen, setChosen] = useState(textOf(value));
  const fitting = choices.icons.filter((icon) => icon.name === chosen || icon.name.includes(words.trim()));
  return (
    <fieldset className="field icons" id={`f-${name}`} tabIndex={-1}>
      <legend>{input.label}</legend>
      {errors[name] && <p className="err">{errors[name]}</p>}
      {input.hint && <p className="hint">{input.hint}</p>}
      <input
        className="input"
        type="search"
        aria-label={`Search icons for ${input.label}`}
        placeholder="Search icons"
        value={words}
        onChange={(event) => setWords(event.target.value.toLowerCase())}
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      />
      <div className="icon-grid">
        <label title="None">
          <input
            type="radio"
            name={name}
            value=""
            defaultChecked={chosen === ""}
            onChange={() => setChosen("")}
          />
          <span>None</span>
        </label>
        {fitting.map((icon) => (
          <label key={icon.name} title={icon.name}>
            <input
              type="radio"
              name={name}
              value={icon.name}
              aria-label={icon.name.replaceAll("-", " ")}
              defaultChecked={icon.name === chosen}
              onChange={() => setChosen(icon.name)}
            />
            <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
              {icon.shapes.map(([tag, attributes], at) =>
                createElement(tag, { key: `${tag}${at}`, ...attributes }),
              )}
            </svg>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
