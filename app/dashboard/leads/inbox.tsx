import { handleAction } from "../parts/handle-action.ts";
import { requireScreen } from "../parts/require-screen.ts";
import type { Route } from "./+types/inbox.ts";
import { LeadList } from "./lead-list.tsx";
import { leadListActions } from "./list-actions.ts";
import { readLeadList } from "./read-list.ts";

/** Editors and admins. */
export async function loader(args: Route.LoaderArgs) {
  return readLeadList(await requireScreen(args), "message");
}

/** Editors and admins. */
export function action(args: Route.ActionArgs) {
  return handleAction(args, "editor", leadListActions("message"));
}

export default function Messages({ loaderData: page, actionData: answer }: Route.ComponentProps) {
  return <LeadList page={page} answer={answer} />;
}
