import { handleAction } from "../parts/handle-action.ts";
import { requireScreen } from "../parts/require-screen.ts";
import type { Route } from "./+types/inbox.ts";
import { leadListActions } from "./lead-actions.ts";
import { LeadList } from "./lead-list.tsx";
import { readLeadList } from "./read-list.ts";

export async function loader(args: Route.LoaderArgs) {
  return readLeadList(await requireScreen(args), "message");
}

export function action(args: Route.ActionArgs) {
  return handleAction(args, leadListActions("message"));
}

export default function Messages({ loaderData: page, actionData: answer }: Route.ComponentProps) {
  return <LeadList page={page} answer={answer} />;
}
