import { write } from "#app/database/database.ts";
import { readForm, staffForm } from "#app/http/bodies/read-form.ts";
import { isSameOrigin } from "#app/http/security/same-origin.ts";
import { readIssue } from "#app/newsletter/issues.ts";
import { Refusal } from "#app/platform/refusal.ts";
import type { SaveAnswer } from "../content/saving/save-answer.ts";
import { openScreen } from "../parts/staff.ts";
import type { Route } from "./+types/save-issue.ts";
import { headOf, type IssueHead } from "./issue-values.ts";
import { saveSent } from "./sent-issue.ts";

/** Editors and admins: where a newsletter stands. */
export async function loader({ params, ...args }: Route.LoaderArgs) {
  const { db } = await openScreen(args);
  return answering(async () => headOf(await readIssue(db, params.id)));
}

/** Editors and admins: keeps what stands in the form now. */
export async function action({ params, ...args }: Route.ActionArgs) {
  const staff = await openScreen(args);
  return answering(async () => {
    if (!isSameOrigin(args.request, staff.publicUrl))
      throw new Refusal("forbidden", "Your browser did not say that this came from our page.");
    const form = await readForm(args.request, staffForm);
    await write(staff.db, (tx) => saveSent(tx, params.id, form, staff));
    return headOf(await readIssue(staff.db, params.id));
  });
}

async function answering(work: () => Promise<IssueHead>): Promise<Response> {
  const headers = { "cache-control": "no-store" };
  try {
    return Response.json({ entry: await work() } satisfies SaveAnswer<IssueHead>, { headers });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, message, fields, detail = null } = error;
    return Response.json({ refusal: { code, message, fields, detail } } satisfies SaveAnswer, { headers });
  }
}
