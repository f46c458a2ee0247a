import { Fragment, type ReactNode, type SubmitEvent, useEffect, useMemo, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { Moment } from "#app/dashboard/parts/moment.tsx";
import {
  type BlockDifference,
  compareData,
  type FieldDifference,
  type Names,
  type Piece,
  type Values,
} from "#app/lib/fields/differences/compare-data.ts";
import {
  findConflicts,
  type MergeConflict,
  type MergeSide,
  mergeChoices,
} from "#app/lib/fields/differences/three-way-merge.ts";
import type { FieldItem } from "#app/lib/fields/inputs.ts";
import { isMainlyBangla } from "#app/lib/rich-text/schema/language.ts";

/** Differences field by field: deleted words struck out, added words underlined. */
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

/** Unchanged blocks are folded, except one on each side of a change. */
export function FieldBlocks({ blocks }: { blocks: readonly BlockDifference[] }) {
  if (blocks.every(({ change }) => change === "same"))
    return <p className="small mute">Same words, different formatting.</p>;
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

/** Person who saved the other text. */
export interface OtherWriter {
  name: string;
  /** True when the same person saved it in another window. */
  isMe: boolean;
}

interface ConflictProps {
  form: FieldItem;
  mine: Values;
  theirs: Values;
  /** Common ancestor of both texts. */
  base: Values;
  by: OtherWriter;
  /** ISO 8601. */
  at: string;
  onApply(values: Record<string, unknown>): void;
  /** Closes the comparison without a choice. */
  onClose(): void;
  /** Names of pictures, categories and entries by id; fetched when missing. */
  names?: Names;
  /** Additional facts for the choice. */
  children?: ReactNode;
}

/** Compares two texts with a common ancestor, with a choice of side for each field. */
export function Conflict({
  form,
  mine,
  theirs,
  base,
  by,
  at,
  onApply,
  onClose,
  names: given,
  children,
}: ConflictProps) {
  const conflicts = useMemo(() => findConflicts(form, mine, theirs, base), [form, mine, theirs, base]);
  const names = useNames(given, [mine, theirs]);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    title.current?.focus({ preventScroll: true });
    title.current?.scrollIntoView({ block: "center" });
  }, []);
  const take = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sent = new FormData(event.currentTarget);
    const chosen = new Map(conflicts.map(({ name }) => [name, readSide(sent, name)]));
    onApply(mergeChoices(form, mine, theirs, chosen));
  };
  return (
    <form className="conflict" onSubmit={take} aria-labelledby="conflict-title">
      <header>
        <h2 id="conflict-title" tabIndex={-1} ref={title}>
          {by.isMe ? "You saved this in another window" : `${by.name} saved this`} while you were writing
        </h2>
        <p className="mute">
          <Moment at={at} />. Nothing was overwritten. Choose which version of each field to keep.{children}
        </p>
      </header>
      {conflicts.map((conflict) => (
        <ConflictField key={conflict.name} conflict={conflict} by={by} names={names} />
      ))}
      <div className="row">
        <button className="btn" type="submit">
          Save merged version
        </button>
        <button className="btn quiet" type="button" onClick={onClose}>
          Back to writing
        </button>
      </div>
    </form>
  );
}

function readSide(sent: FormData, name: string): MergeSide {
  return sent.get(`take.${name}`) === "theirs" ? "theirs" : "mine";
}

interface ConflictFieldProps {
  conflict: MergeConflict;
  by: OtherWriter;
  names: Names;
}

function ConflictField({ conflict, by, names }: ConflictFieldProps) {
  const { name, label, input, mine, theirs, changedBy } = conflict;
  const [side, setSide] = useState<MergeSide>(changedBy === "theirs" ? "theirs" : "mine");
  // The side that will not be saved is struck out.
  const [dropped, saved] = side === "mine" ? [theirs, mine] : [mine, theirs];
  const [difference] = useMemo(
    () => compareData({ value: input }, { value: dropped }, { value: saved }, names),
    [input, dropped, saved, names],
  );
  const words = by.isMe ? labelsForWindows : labelsForPeople(by.name);
  return (
    <fieldset>
      <legend>{label}</legend>
      <p className={changedBy === "both" ? "small slow" : "small mute"}>{words.changedBy[changedBy]}</p>
      <div className="sides">
        {(["mine", "theirs"] as const).map((one) => (
          <label className="check" key={one}>
            <input
              type="radio"
              name={`take.${name}`}
              value={one}
              checked={side === one}
              onChange={() => setSide(one)}
            />
            {words[one]} {side === one ? <ins>will be saved</ins> : <del>will not be saved</del>}
          </label>
        ))}
      </div>
      <div className="differences">
        <FieldBlocks blocks={difference?.blocks ?? []} />
      </div>
    </fieldset>
  );
}

interface SideLabels {
  mine: string;
  theirs: string;
  changedBy: Record<MergeConflict["changedBy"], string>;
}

const labelsForWindows: SideLabels = {
  mine: "This window’s",
  theirs: "The other window’s",
  changedBy: {
    mine: "Changed only in this window.",
    theirs: "Changed only in the other window.",
    both: "Changed in both windows.",
  },
};

function labelsForPeople(name: string): SideLabels {
  return {
    mine: "Yours",
    theirs: `${name}’s`,
    changedBy: {
      mine: "Only you changed this.",
      theirs: `Only ${name} changed this.`,
      both: "You both changed this.",
    },
  };
}

/** Fetches the names of the ids in both texts, when they are not given. */
function useNames(given: Names | undefined, texts: readonly Values[]): Names {
  const { load, data } = useFetcher<Names>();
  const [ids] = useState(() => (given ? [] : idsIn(texts)));
  useEffect(() => {
    if (ids.length > 0) void load(`/dashboard/names?${new URLSearchParams(ids.map((id) => ["id", id]))}`);
  }, [ids, load]);
  return given ?? data ?? {};
}

const maxNames = 200;

function idsIn(value: unknown): string[] {
  const found = JSON.stringify(value).match(/"[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}"/g) ?? [];
  return [...new Set(found.map((one) => one.slice(1, -1)))].slice(0, maxNames);
}
