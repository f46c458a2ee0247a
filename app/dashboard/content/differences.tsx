import { Fragment, type SubmitEvent, useEffect, useMemo, useState } from "react";
import { useFetcher } from "react-router";
import { Moment } from "#app/dashboard/parts/moment.tsx";
import {
  type BlockDifference,
  compareData,
  type FieldDifference,
  isSame,
  type Names,
  type Piece,
  type Values,
} from "#app/fields/differences/compare-data.ts";
import type { FieldItem } from "#app/fields/inputs.ts";
import { isMainlyBangla } from "#app/rich-text/schema/language.ts";

/** What differs, field by field: words that went struck out, words that came underlined. */
export function DifferencesView({ differences }: { differences: readonly FieldDifference[] }) {
  return (
    <div className="differences">
      {differences.map((field) => (
        <section key={field.name} aria-label={field.label}>
          <h3>{field.label}</h3>
          <FieldBlocks blocks={field.blocks} />
        </section>
      ))}
    </div>
  );
}

/** Unchanged stretches are folded but for a block on either side. */
export function FieldBlocks({ blocks }: { blocks: readonly BlockDifference[] }) {
  if (blocks.every(({ change }) => change === "same"))
    return <p className="small mute">The same words, kept in another form.</p>;
  return (
    <>
      {fold(blocks).map(({ key, isFolded, blocks: some }) => {
        const shown = some.map((block, n) => <Block key={`${key}-${n.toString()}`} block={block} />);
        if (!isFolded) return <Fragment key={key}>{shown}</Fragment>;
        return (
          <details key={key} className="unchanged">
            <summary>{some.length} unchanged</summary>
            {shown}
          </details>
        );
      })}
    </>
  );
}

interface Stretch {
  key: number;
  isFolded: boolean;
  blocks: BlockDifference[];
}

function fold(blocks: readonly BlockDifference[]): Stretch[] {
  const isNear = (at: number) =>
    [at - 1, at, at + 1].some((place) => (blocks[place]?.change ?? "same") !== "same");
  const stretches: Stretch[] = [];
  for (const [at, block] of blocks.entries()) {
    const isFolded = !isNear(at);
    const last = stretches.at(-1);
    if (last?.isFolded === isFolded) last.blocks.push(block);
    else stretches.push({ key: at, isFolded, blocks: [block] });
  }
  return stretches;
}

function Block({ block: { change, kind, depth, pieces } }: { block: BlockDifference }) {
  const text = pieces.map((piece) => piece.text).join("");
  return (
    <p className={`block ${change} in-${Math.min(depth, 4)}`} lang={isMainlyBangla(text) ? "bn" : undefined}>
      {kind && <span className="qualifier">{kind}</span>}
      {change === "formatting" && <span className="qualifier">Other formatting</span>}
      {pieces.map((piece, n) => (
        <Words key={`${n.toString()}`} piece={piece} />
      ))}
    </p>
  );
}

function Words({ piece: { change, text } }: { piece: Piece }) {
  if (change === "same") return text;
  const Tag = change === "gone" ? "del" : "ins";
  return (
    <Tag>
      <span className="visually-hidden">{change === "gone" ? "[removed:] " : "[added:] "}</span>
      {text}
    </Tag>
  );
}

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

type MergeSide = "mine" | "theirs";

/** A field that two people have left with different values. */
interface MergeClash {
  name: string;
  /** Where only one of them changed it, that one; where both did, nobody knows better than a person. */
  changedBy: MergeSide | "both";
}

/** Fields in which two texts differ that were made from the same one. */
function findClashes(names: readonly string[], mine: Values, theirs: Values, base: Values): MergeClash[] {
  return names
    .filter((name) => !isSame(mine[name], theirs[name]))
    .map((name) => {
      if (isSame(theirs[name], base[name])) return { name, changedBy: "mine" };
      return { name, changedBy: isSame(mine[name], base[name]) ? "theirs" : "both" };
    });
}

/** The values that come of choosing a side for each field that clashes. */
function mergeChoices(
  mine: Values,
  theirs: Values,
  chosen: Readonly<Record<string, MergeSide>>,
): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...mine };
  for (const [name, side] of Object.entries(chosen))
    merged[name] = side === "mine" ? mine[name] : theirs[name];
  return merged;
}
