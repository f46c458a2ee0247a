import { redirect } from "react-router";
import { formStatus } from "#app/http/responses/refusals.ts";
import { receiveImport } from "#app/imports/imports.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { requireFreshStaff, requireScreen } from "../../parts/require-screen.ts";
import type { Route } from "./+types/receive.ts";

/** Whoever comes here by a link wants the screen; that there is a loader makes the route guarded for reading, too. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  await requireScreen(args);
  return redirect("/dashboard/settings/import");
}

/** Takes an export in, from whoever has just shown who they are; answers in JSON. */
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
