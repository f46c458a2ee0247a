import { Plus } from "lucide-react";
import { useForm } from "../form-context.ts";
import type { ListInput } from "../types/list.ts";
import type { FieldControl, FieldProps, ReadPart, Sent } from "./control.ts";
import { NamedRows } from "./parts/named-rows.tsx";
import { blocksOfRecord, insideRecord, readRecord, recordWithoutBlanks } from "./parts/records.ts";
import { SortableRows } from "./parts/row-tools.tsx";
import { useRows } from "./parts/use-rows.ts";

export const listControl: FieldControl<ListInput> = {
  Control: ListField,
  read: readRows,
  blocks: (value, _, { item }, blocksOf) =>
    Array.isArray(value) ? value.flatMap((row) => blocksOfRecord(item, row, blocksOf)) : [],
  withoutBlanks: (value, { item }, withoutBlanks) =>
    Array.isArray(value)
      ? value.map((row) => recordWithoutBlanks(item, row, withoutBlanks)).filter(hasContent)
      : value,
  inside: (name, value, { item, label }) =>
    (Array.isArray(value) ? value : []).flatMap((row, at) =>
      insideRecord(item, row, `${name}.${at}`, `${label} ${at + 1}`),
    ),
};

/** Rows in the order they stand in the form, whatever their numbers. */
function readRows(sent: Sent, name: string, { item }: ListInput, readPart: ReadPart) {
  const before = `${name}.`;
  const numbers = [...sent.keys()]
    .filter((key) => key.startsWith(before))
    .map((key) => /^\d{1,6}(?=\.)/.exec(key.slice(before.length))?.[0]);
  const rows = [...new Set(numbers)].flatMap((number) => (number === undefined ? [] : number));
  return rows.map((number) => readRecord(item, `${before}${number}.`, readPart));
}

function hasContent(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasContent);
  if (typeof value === "object" && value !== null) return Object.values(value).some(hasContent);
  return value !== "" && value !== null && value !== undefined && value !== false;
}

/** Rows that can be added, taken away and put in order, by pointer and by keyboard. */
function ListField(props: FieldProps<ListInput>) {
  const { one } = props.input;
  return one === undefined ? <NumberedRows {...props} /> : <NamedRows {...props} one={one} />;
}

function NumberedRows({ name, input, value, draw }: FieldProps<ListInput>) {
  const { errors } = useForm();
  const rows = useRows<unknown>(Array.isArray(value) ? value : []);
  return (
    <fieldset className="list-field" id={`f-${name}`} tabIndex={-1}>
      <legend>
        {input.label} <span className="total num">{rows.items.length || ""}</span>
      </legend>
      {errors[name] && <p className="err">{errors[name]}</p>}
      {input.hint && <p className="hint">{input.hint}</p>}
      <SortableRows rows={rows} nameOf={(at) => `${input.label}, row ${at + 1}`}>
        {(row, tools, at) => (
          <>
            {tools}
            <div className="row-fields">
              {Object.entries(input.item).map(([part, partInput]) =>
                draw({
                  name: `${name}.${at}.${part}`,
                  input: partInput,
                  value: Reflect.get(Object(row.value), part),
                }),
              )}
            </div>
          </>
        )}
      </SortableRows>
      <button
        className="btn quiet compact"
        type="button"
        disabled={rows.items.length >= input.max}
        onClick={() => rows.add({})}
      >
        <Plus className="icon" aria-hidden /> Add row
      </button>
    </fieldset>
  );
}
