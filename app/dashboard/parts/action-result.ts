import type { DomainErrorCode } from "#app/platform/domain-error.ts";

/** How an action can be taken back: the same form's action, or the one named, is sent these values. */
export interface Undo {
  intent: string;
  values: Record<string, string | string[]>;
  /** Path of the action, when it is not the screen's own. */
  action?: string;
}

/** What a screen says after an action; shown as a toast, or above the screen when the form was sent before scripts ran. */
export interface ActionOk {
  done: string;
  undo?: Undo | undefined;
  /** Path of the public page it is about, which "View" opens. */
  view?: string | undefined;
}

/** Why an action was not done; the screen shows it beside its fields, with what was typed. */
export interface ActionError {
  refusal: { code: DomainErrorCode; message: string; fields: Record<string, string>; detail: unknown };
  typed: Record<string, string>;
}

export type ActionResult<Extra extends object = object> = (ActionOk & Extra) | ActionError;

/** The refusal in an answer; null when all went well or nothing was sent. */
export function errorIn(answer: unknown): ActionError | null {
  // Whatever `handleAction` answers is one of the two, told apart by this key.
  return isObject(answer) && "refusal" in answer ? (answer as unknown as ActionError) : null;
}

export function okIn(answer: unknown): ActionOk | null {
  return isObject(answer) && typeof answer.done === "string" && answer.done !== ""
    ? // The same of the other.
      (answer as unknown as ActionOk)
    : null;
}

/** The version that an action says it has saved; null when it says none. */
export function versionIn(answer: unknown): number | null {
  return isObject(answer) && typeof answer.version === "number" ? answer.version : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
