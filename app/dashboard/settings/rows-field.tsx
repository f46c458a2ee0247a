import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { type ComponentType, type MouseEvent, useRef, useState } from "react";
import { changePlace, type RowVerb } from "#app/company/change-rows.ts";
import { type DraftRecord, emptyDraftRecord, type SettingInput } from "#app/company/form-field.ts";
import { type SettingFieldProps, useSettingForm } from "./setting-context.ts";

interface RowsFieldProps extends SettingFieldProps {
  input: Extract<SettingInput, { type: "list" }>;
  /** Draws one setting of a row. */
  Part: ComponentType<SettingFieldProps>;
}

interface Row {
  /** Stays with the row wherever it goes, so that what was typed goes with it. */
  key: number;
  record: DraftRecord;
}

/** Records in an order: each can be moved, taken away, and another added. */
export function RowsField({ field, input, path, value, Part }: RowsFieldProps) {
  const { errors } = useSettingForm();
  const records = Array.isArray(value) ? (value as DraftRecord[]) : []; // a list is drawn from records
  const [rows, setRows] = useState<Row[]>(() => records.map((record, key) => ({ key, record })));
  const count = useRef(rows.length);
  const change = (verb: RowVerb, at: number) => (event: MouseEvent) => {
    event.preventDefault();
    setRows((all) => changePlace(all, at, verb));
  };
  const add = (event: MouseEvent) => {
    event.preventDefault();
    count.current += 1;
    setRows((all) => [...all, { key: count.current, record: emptyDraftRecord(input.fields) }]);
  };
  return (
    <fieldset className="setting-rows" id={`f-${path}`} tabIndex={-1}>
      <legend>{field.label}</legend>
      {field.hint && <p className="hint">{field.hint}</p>}
      {errors[path] && <p className="err">{errors[path]}</p>}
      {rows.map(({ key, record }, at) => (
        <div key={key} className="one-row">
          <RowHead
            name={`${input.one} ${at + 1}`}
            path={`${path}.${at}`}
            isFirst={at === 0}
            isLast={at === rows.length - 1}
            onPress={(verb) => change(verb, at)}
          />
          <div className="form">
            {input.fields.map((part) => (
              <Part
                key={part.name}
                field={part}
                path={`${path}.${at}.${part.name}`}
                value={record[part.name]}
              />
            ))}
          </div>
        </div>
      ))}
      {rows.length < input.max && (
        <button className="btn quiet" type="submit" name="row" value={`${path}:add`} onClick={add}>
          <Plus className="icon" aria-hidden /> Add {articleOf(input.one)} {input.one}
        </button>
      )}
    </fieldset>
  );
}

interface RowHeadProps {
  name: string;
  path: string;
  isFirst: boolean;
  isLast: boolean;
  onPress: (verb: RowVerb) => (event: MouseEvent) => void;
}

function RowHead({ name, path, isFirst, isLast, onPress }: RowHeadProps) {
  const verbs = [
    { verb: "up", words: "Move up", Sign: ArrowUp, isOff: isFirst },
    { verb: "down", words: "Move down", Sign: ArrowDown, isOff: isLast },
    { verb: "remove", words: "Remove", Sign: Trash2, isOff: false },
  ] as const;
  return (
    <header>
      <b>{name.charAt(0).toUpperCase() + name.slice(1)}</b>
      {verbs.map(({ verb, words, Sign, isOff }) => (
        <button
          key={verb}
          className="btn icon-only quiet compact"
          type="submit"
          name="row"
          value={`${path}:${verb}`}
          aria-disabled={isOff || undefined}
          title={words}
          onClick={onPress(verb)}
        >
          <Sign className="icon" aria-hidden />
          <span className="visually-hidden">
            {words}: {name}
          </span>
        </button>
      ))}
    </header>
  );
}

function articleOf(noun: string): string {
  return /^[aeiou]/.test(noun) ? "an" : "a";
}
