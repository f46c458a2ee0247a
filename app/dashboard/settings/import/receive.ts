import { redirect } from "react-router";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { receiveImport } from "#app/ops/transfer/jobs/imports.ts";
import { formStatus } from "#app/platform/http/responses/refusals.ts";
import { requireFreshStaff, requireScreen } from "../../parts/require-screen.ts";
import type { Route } from "./+types/receive.ts";

/** Redirects to the screen; a route needs a loader for its guard to cover GET. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  await requireScreen(args);
  return redirect("/dashboard/settings/import");
}

/** Receives the uploaded files and answers in JSON; needs a recent sign-in. */
export async function action(args: Route.ActionArgs): Promise<Response> {
  const staff = await requireScreen(args);
  try {
    requireFreshStaff(staff);
    const id = await receiveImport(staff.db, staff.dataDir, args.request, staff.actionContext);
    return answer(201, { id });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return answer(formStatus(error.code), { detail: error.message });
  }
}

function answer(status: number, body: object): Response {
  return Response.json(body, { status, headers: { "cache-control": "no-store" } });
}
