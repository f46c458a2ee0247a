import { readSettings } from "#app/company/settings.ts";
import { readTextFile } from "#app/http/read-form.ts";
import { type ImportPlan, importSubscribers, planImport } from "#app/leads/subscribers/import.ts";
import type { Sent } from "../parts/act.ts";
import type { Staff } from "../parts/staff.ts";
import { sayAddresses } from "./words.ts";

/** What becomes of one line of a file. */
export interface ImportLine {
  line: number;
  text: string;
  outcome: "fresh" | "known" | "ended" | "wrong";
  why: string;
}

export interface ImportReport {
  /** Empty once it is taken in. */
  given: { csv: string; proof: string } | null;
  counts: Record<ImportLine["outcome"], number>;
  /** Those of the file that are left out, and the first of those that are not. */
  leftOut: ImportLine[];
  fresh: ImportLine[];
}

/** What can be done with a file of addresses: it is shown line by line before it is taken. */
export const importDeeds = {
  async look(sent: Sent, { db }: Staff) {
    const given = await readGiven(sent);
    return { done: "", report: reportOf(await planImport(db, given.csv), given) };
  },
  async take(sent: Sent, { db, deed }: Staff) {
    const { csv, proof } = await readGiven(sent);
    const plan = await planImport(db, csv);
    const { mail } = await readSettings(db);
    const wish = { csv, proof, perMinute: mail.newslettersPerMinute };
    const count = await importSubscribers(db, wish, deed);
    return { done: sayTaken(count, proof.trim() !== ""), report: reportOf(plan, null) };
  },
};

const mostShown = 500;

function sayTaken(count: number, hasProof: boolean): string {
  return hasProof
    ? `${sayAddresses(count)} imported and subscribed.`
    : `${sayAddresses(count)} imported. Each gets an e-mail that asks to confirm.`;
}

async function readGiven(sent: Sent): Promise<{ csv: string; proof: string }> {
  const file = sent.file("file");
  return { csv: file ? await readTextFile(file, "file") : sent.text("csv"), proof: sent.text("proof") };
}

function reportOf({ fresh, known, ended, wrong }: ImportPlan, given: ImportReport["given"]): ImportReport {
  const linesOf = (outcome: "fresh" | "known" | "ended", some: ImportPlan["fresh"]) =>
    some.map(({ line, email }) => ({ line, text: email, outcome, why: reasons[outcome] }));
  const refused = wrong.map((one) => ({ ...one, outcome: "wrong" as const }));
  const leftOut = [...refused, ...linesOf("ended", ended), ...linesOf("known", known)];
  return {
    given,
    counts: { fresh: fresh.length, known: known.length, ended: ended.length, wrong: wrong.length },
    leftOut: leftOut.toSorted((one, other) => one.line - other.line).slice(0, mostShown),
    fresh: linesOf("fresh", fresh.slice(0, mostShown)),
  };
}

const reasons = {
  fresh: "",
  known: "Already subscribed or pending",
  ended: "Unsubscribed, complained or bounced: only its owner can subscribe again",
};
