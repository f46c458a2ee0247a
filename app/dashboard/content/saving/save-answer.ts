import type { Refused } from "../../parts/answer.ts";
import type { EntryHead } from "../form/entry-head.ts";

/** What the server answers to a form that saves itself. */
export interface SaveAnswer<Head = EntryHead> {
  entry?: Head;
  refusal?: Refused["refusal"];
}
