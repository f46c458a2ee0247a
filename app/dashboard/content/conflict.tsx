import { type SubmitEvent, useEffect, useMemo, useState } from "react";
import { useFetcher } from "react-router";
import { compareData, type Names, type Values } from "#app/fields/differences/compare-data.ts";
import type { FieldItem } from "#app/fields/field.ts";
import { Moment } from "../parts/moment.tsx";
import { FieldBlocks } from "./differences-view.tsx";
import { findClashes, type MergeClash, type MergeSide, mergeChoices } from "./merge-choices.ts";

interface ConflictProps {
  form: FieldItem;
  mine: Values;
  theirs: Values;
  /** What both were made from. */
  base: Values;
  who: string;
  /** ISO 8601. */
  at: string;
  onTake(values: Record<string, unknown>): void;
  /** Names of pictures, categories and entries by id; asked for when they are not given. */
  names?: Names;
}

/** Two texts that were made from the same one: what differs, field by field, and whose is kept of each. */
export function Conflict({ form, mine, theirs, base, who, at, onTake, names: given }: ConflictProps) {
  const clashes = useMemo(
    () => findClashes(Object.keys(form), mine, theirs, base),
    [form, mine, theirs, base],
  );
  const names = useNames(given, [mine, theirs]);
  const take = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const chosen = clashes.map(
      ({ name }) => [name, readSide(new FormData(event.currentTarget), name)] as const,
    );
    onTake(mergeChoices(mine, theirs, Object.fromEntries(chosen)));
  };
  return (
    <form className="conflict" onSubmit={take} aria-labelledby="conflict-title">
      <header>
        <h2 id="conflict-title">{who} saved this while you were writing</h2>
        <p className="mute">
          <Moment at={at} />. Nothing was overwritten. Choose which version of each field to keep. The other
          one stays in the history.
        </p>
      </header>
      {clashes.map((clash) => (
        <ClashField
          key={clash.name}
          clash={clash}
          form={form}
          mine={mine}
          theirs={theirs}
          who={who}
          names={names}
        />
      ))}
      <div className="row">
        <button className="btn" type="submit">
          Save merged version
        </button>
      </div>
    </form>
  );
}

function readSide(sent: FormData, name: string): MergeSide {
  return sent.get(`take.${name}`) === "theirs" ? "theirs" : "mine";
}

interface ClashFieldProps {
  clash: MergeClash;
  form: FieldItem;
  mine: Values;
  theirs: Values;
  who: string;
  names: Names;
}

function ClashField({ clash: { name, changedBy }, form, mine, theirs, who, names }: ClashFieldProps) {
  const [difference] = useMemo(
    () =>
      compareData(
        Object.fromEntries(Object.entries(form).filter(([key]) => key === name)),
        theirs,
        mine,
        names,
      ),
    [form, name, theirs, mine, names],
  );
  const words = {
    mine: "Only you changed this.",
    theirs: `Only ${who} changed this.`,
    both: "You both changed this.",
  };
  return (
    <fieldset>
      <legend>{form[name]?.label ?? name}</legend>
      <p className={changedBy === "both" ? "small slow" : "small mute"}>{words[changedBy]}</p>
      <div className="sides">
        <label className="check">
          <input type="radio" name={`take.${name}`} value="mine" defaultChecked={changedBy !== "theirs"} />{" "}
          Yours
          <ins>added</ins>
        </label>
        <label className="check">
          <input type="radio" name={`take.${name}`} value="theirs" defaultChecked={changedBy === "theirs"} />
          {who}’s <del>removed</del>
        </label>
      </div>
      <div className="differences">
        <FieldBlocks blocks={difference?.blocks ?? []} />
      </div>
    </fieldset>
  );
}

/** Ids stand in both texts; their names come from the server as soon as it can be asked. */
function useNames(given: Names | undefined, texts: readonly Values[]): Names {
  const { load, data } = useFetcher<Names>();
  const [ids] = useState(() => (given ? [] : idsIn(texts)));
  useEffect(() => {
    if (ids.length > 0) void load(`/dashboard/names?${new URLSearchParams(ids.map((id) => ["id", id]))}`);
  }, [ids, load]);
  return given ?? data ?? {};
}

const mostNames = 200;

function idsIn(value: unknown): string[] {
  const found = JSON.stringify(value).match(/"[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}"/g) ?? [];
  return [...new Set(found.map((one) => one.slice(1, -1)))].slice(0, mostNames);
}
