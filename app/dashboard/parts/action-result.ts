import type { DomainErrorCode } from "#app/lib/errors/domain-error.ts";

/** Request that undoes an action: sends these values to the same form's action, or to `action`. */
export interface Undo {
  intent: string;
  values: Record<string, string | string[]>;
  /** Path of the action, when it is not the screen's own. */
  action?: string;
}

/** Success message of an action; a toast, or a note above the screen without scripts. */
export interface ActionOk {
  done: string;
  undo?: Undo | undefined;
  /** Path of the public page for the "View" link. */
  view?: string | undefined;
}

/** Reason of a refused action, with the submitted values; shown next to the fields. */
export interface ActionError {
  refusal: { code: DomainErrorCode; message: string; fields: Record<string, string>; detail: unknown };
  typed: Record<string, string>;
}

export type ActionResult<Extra extends object = object> = (ActionOk & Extra) | ActionError;

/** The refusal in an action's answer; null on success or without an answer. */
export function errorIn(answer: unknown): ActionError | null {
  // Only refusals of `handleAction` have this key.
  return isObject(answer) && "refusal" in answer ? (answer as unknown as ActionError) : null;
}

export function okIn(answer: unknown): ActionOk | null {
  return isObject(answer) && typeof answer.done === "string" && answer.done !== ""
    ? // only successful answers have this key
      (answer as unknown as ActionOk)
    : null;
}

/** Version saved by an action; null when it saved none. */
export function versionIn(answer: unknown): number | null {
  return isObject(answer) && typeof answer.version === "number" ? answer.version : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
