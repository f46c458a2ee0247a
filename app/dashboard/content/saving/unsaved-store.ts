import type { SentPairs } from "#app/fields/read-form.ts";
import type { Seal } from "./seal.ts";
import type { UnsavedRecord, UnsavedRecords } from "./unsaved-records.ts";

/** What somebody typed into a form and the server does not have yet; kept by the browser, for this person alone. */
export interface Unsaved {
  /** `person kind entry`, or `person kind new key` for an entry that is not there yet. */
  slot: string;
  pairs: SentPairs;
  /** ISO 8601. */
  at: string;
}

/** What is asked of it is done in the order in which it was asked: a later text is never replaced by an earlier one. */
export interface UnsavedStore {
  /** Puts it to disk before it answers. What can't be kept is not, without a word: a form must never fail for that. */
  keep(unsaved: Unsaved): Promise<void>;
  forget(slot: string): Promise<void>;
  /** The latest whose slot begins so and that can be read; null when there is none, or this browser keeps nothing. */
  find(slot: string): Promise<Unsaved | null>;
  /** Seals what begins so and an earlier version has kept in clear. */
  sealFormer(slot: string): Promise<void>;
}

/** @param seal null keeps texts in clear, for a browser that can't seal */
export function createUnsavedStore(records: UnsavedRecords, seal: Seal | null): UnsavedStore {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const next = last.then(work);
    last = next.catch(() => {});
    return next;
  };

  async function put(unsaved: Unsaved): Promise<void> {
    const { slot, at, pairs } = unsaved;
    if (seal) await records.put({ slot, at, sealed: await seal.seal(JSON.stringify(pairs), slot) });
    else await records.put(unsaved);
  }

  async function read(record: UnsavedRecord): Promise<Unsaved | null> {
    if ("pairs" in record) return record;
    const text = await seal?.open(record.sealed, record.slot);
    return text ? { slot: record.slot, at: record.at, pairs: JSON.parse(text) as SentPairs } : null; // sealed by `put`
  }

  return {
    keep: (unsaved) => inTurn(() => put(unsaved)).catch(() => {}),
    forget: (slot) => inTurn(() => records.delete(slot)),
    find: (slot) =>
      inTurn(async () => {
        const latestFirst = (await records.list(slot)).toSorted((one, other) =>
          other.at.localeCompare(one.at),
        );
        for (const record of latestFirst) {
          const unsaved = await read(record);
          if (unsaved) return unsaved;
        }
        return null;
      }),
    sealFormer: (slot) =>
      inTurn(async () => {
        if (!seal) return;
        for (const record of await records.list(slot)) if ("pairs" in record) await put(record);
      }),
  };
}
