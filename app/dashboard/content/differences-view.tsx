import { Fragment } from "react";
import type { BlockDifference, FieldDifference, Piece } from "#app/fields/differences/compare-data.ts";
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
