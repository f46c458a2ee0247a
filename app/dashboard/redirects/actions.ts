import { changeRedirect, createRedirect, deleteRedirect } from "#app/content/urls/redirects/save-redirect.ts";
import { write } from "#app/database/database.ts";
import type { FormInput } from "../parts/handle-action.ts";
import type { Staff } from "../parts/require-screen.ts";
import { readRedirectForm } from "./target.ts";

/** What can be done with redirects, by intent. */
export const redirectActions = {
  add: async (sent: FormInput, staff: Staff) => {
    const input = readRedirectForm(sent);
    const id = await write(staff.db, (tx) => createRedirect(tx, input, redirectContextOf(staff)));
    return { done: `Redirect added: ${input.from}`, undo: { intent: "delete", values: { id } } };
  },
  change: async (sent: FormInput, staff: Staff) => {
    const input = readRedirectForm(sent);
    await write(staff.db, (tx) => changeRedirect(tx, sent.text("id"), input, redirectContextOf(staff)));
    return { done: "Redirect saved." };
  },
  delete: async (sent: FormInput, staff: Staff) => {
    const { from, to } = await write(staff.db, (tx) =>
      deleteRedirect(tx, sent.text("id"), staff.actionContext),
    );
    const [[kind = "", value = ""] = []] = Object.entries(to);
    const again: Record<string, string> = { from, kind, [kind === "entry" ? "entry" : "to"]: value };
    return { done: `Redirect deleted: ${from}`, undo: { intent: "add", values: again } };
  },
};

export function redirectContextOf({ actionContext, publicUrl }: Staff) {
  return { ...actionContext, publicUrl };
}
