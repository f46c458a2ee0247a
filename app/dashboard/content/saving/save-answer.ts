import type { ActionError } from "#app/dashboard/parts/action-result.ts";
import type { EntryHead } from "../form/entry-head.ts";

/** What the server answers to a form that saves itself; both when all but some fields could be saved. */
export interface SaveAnswer<Head = EntryHead> {
  entry?: Head;
  refusal?: ActionError["refusal"];
}
