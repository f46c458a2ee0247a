import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import Plus from "lucide-react/icons/plus";
import Trash2 from "lucide-react/icons/trash";
import { type ReactNode, useRef, useState } from "react";
import { Sortable, SortableItem } from "#app/lib/ui/kit/sortable.tsx";
import type { TextBlock } from "../differences/text-blocks.ts";
import { useForm } from "../form-context.ts";
import type { FieldInput, FieldItem, InputOf } from "../inputs.ts";
import {
  type BlocksOfPart,
  type FieldControl,
  type FieldProps,
  partsOfForm,
  type ReadPart,
  type Sent,
} from "./control.ts";
import { changePlace, SortableRows, useRows, withMoved } from "./parts/sortable-rows.tsx";

/** Submitted parts of a record with names that begin with `prefix`. */
export function readRecord(item: FieldItem, prefix: string, readPart: ReadPart): Record<string, unknown> {
  const parts = Object.entries(item).map(([name, input]) => [name, readPart(input, prefix + name)]);
  return Object.fromEntries(parts.filter(([, value]) => value !== undefined));
}

/** Text blocks of each filled part of a record. */
function blocksOfRecord(item: FieldItem, record: unknown, blocksOf: BlocksOfPart): TextBlock[] {
  return Object.entries(item).flatMap(([name, part]) =>
    blocksOf(part, Reflect.get(Object(record), name)).map((one) => ({
      ...one,
      kind: part.label,
      key: `${part.label}\n${one.key}`,
    })),
  );
}

export function recordWithoutBlanks(
  item: FieldItem,
  record: unknown,
  withoutBlanks: (input: FieldInput, value: unknown) => unknown,
): unknown {
  if (typeof record !== "object" || record === null) return record;
  const parts = Object.entries(record).map(([name, value]) => {
    const input = item[name];
    return [name, input ? withoutBlanks(input, value) : value];
  });
  return Object.fromEntries(parts);
}

export const groupControl: FieldControl<"group"> = {
  Control: GroupField,
  read: (_, name, { item }, readPart) => readRecord(item, `${name}.`, readPart),
  blocks: (value, _, { item }, blocksOf) => blocksOfRecord(item, value, blocksOf),
  withoutBlanks: (value, { item }, withoutBlanks) => recordWithoutBlanks(item, value, withoutBlanks),
  inside: (name, value, { item, label }) => partsOfForm(item, value, { name, label }),
};

/** Fixed group of fields under one name. */
function GroupField({ name, input, value, draw }: FieldProps<"group">) {
  const { layout } = useForm();
  const parts = Object.entries(input.item).map(([part, partInput]) =>
    draw({ name: `${name}.${part}`, input: partInput, value: Reflect.get(Object(value), part) }),
  );
  return (
    <fieldset className={layout === "grid" ? undefined : "parts"}>
      <legend>{input.label}</legend>
      {layout === "grid" ? <div className="form">{parts}</div> : parts}
    </fieldset>
  );
}

interface Row {
  /** Stable React key, so that typed text moves with the row. */
  key: number;
  record: unknown;
}

type RowStep = "up" | "down" | "remove";

/** Sortable records with buttons to move, remove and add. */
function NamedRows({ name: path, input, value, draw, one }: FieldProps<"list"> & { one: string }) {
  const { errors, touch } = useForm();
  const records: unknown[] = Array.isArray(value) ? value : [];
  const [rows, setRows] = useState<Row[]>(() => records.map((record, key) => ({ key, record })));
  const count = useRef(rows.length);
  const change = (changed: (all: Row[]) => Row[]) => {
    setRows(changed);
    touch();
  };
  const step = (verb: RowStep, at: number) => change((all) => changePlace(all, at, verb));
  const add = () => {
    count.current += 1;
    change((all) => [...all, { key: count.current, record: {} }]);
  };
  return (
    <fieldset className="setting-rows" id={`f-${path}`} tabIndex={-1}>
      <legend>{input.label}</legend>
      {input.hint && <p className="hint">{input.hint}</p>}
      {errors[path] && <p className="err">{errors[path]}</p>}
      <Sortable
        ids={rows.map(({ key }) => String(key))}
        nameOf={(id) => `${one} ${rows.findIndex(({ key }) => String(key) === id) + 1}`}
        onMove={(from, to) => change((all) => withMoved(all, from, to))}
      >
        {rows.map(({ key, record }, at) => (
          <SortableItem key={key} as="div" id={String(key)} name={`${one} ${at + 1}`} className="one-row">
            {(handle) => (
              <>
                <RowHead
                  handle={handle}
                  name={`${one} ${at + 1}`}
                  isFirst={at === 0}
                  isLast={at === rows.length - 1}
                  onPress={(verb) => step(verb, at)}
                />
                <div className="form">
                  {Object.entries(input.item).map(([part, partInput]) =>
                    draw({
                      name: `${path}.${at}.${part}`,
                      input: partInput,
                      value: Reflect.get(Object(record), part),
                    }),
                  )}
                </div>
              </>
            )}
          </SortableItem>
        ))}
      </Sortable>
      {rows.length < input.max && (
        <button className="btn quiet" type="button" onClick={add}>
          <Plus className="icon" aria-hidden /> Add {articleOf(one)} {one}
        </button>
      )}
    </fieldset>
  );
}

interface RowHeadProps {
  handle: ReactNode;
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onPress(verb: RowStep): void;
}

function RowHead({ handle, name, isFirst, isLast, onPress }: RowHeadProps) {
  const verbs = [
    { verb: "up", words: "Move up", Sign: ArrowUp, isOff: isFirst },
    { verb: "down", words: "Move down", Sign: ArrowDown, isOff: isLast },
    { verb: "remove", words: "Remove", Sign: Trash2, isOff: false },
  ] as const;
  return (
    <header>
      {handle}
      <b>{name.charAt(0).toUpperCase() + name.slice(1)}</b>
      {verbs.map(({ verb, words, Sign, isOff }) => (
        <button
          key={verb}
          className="btn icon-only quiet compact"
          type="button"
          aria-disabled={isOff || undefined}
          title={words}
          onClick={() => onPress(verb)}
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

export const listControl: FieldControl<"list"> = {
  Control: ListField,
  read: readRows,
  blocks: (value, _, { item }, blocksOf) =>
    Array.isArray(value) ? value.flatMap((row) => blocksOfRecord(item, row, blocksOf)) : [],
  withoutBlanks: (value, { item }, withoutBlanks) =>
    Array.isArray(value)
      ? value.map((row) => recordWithoutBlanks(item, row, withoutBlanks)).filter(hasContent)
      : value,
};

/** Rows in document order, regardless of their submitted numbers. */
function readRows(sent: Sent, name: string, { item }: InputOf<"list">, readPart: ReadPart) {
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

/** Rows that can be added, removed and sorted by pointer and keyboard. */
function ListField(props: FieldProps<"list">) {
  const { one } = props.input;
  return one === undefined ? <NumberedRows {...props} /> : <NamedRows {...props} one={one} />;
}

function NumberedRows({ name, input, value, draw }: FieldProps<"list">) {
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
        <Plus className="icon" aria-hidden /> Add {input.row}
      </button>
    </fieldset>
  );
}
