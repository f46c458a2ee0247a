import { handleAction } from "../parts/handle-action.ts";
import { requireScreen } from "../parts/require-screen.ts";
import type { Route } from "./+types/message.ts";
import { leadActions } from "./lead-actions.ts";
import { LeadPane } from "./lead-pane.tsx";
import { readOne } from "./read-one.ts";

export async function loader(args: Route.LoaderArgs) {
  return readOne(await requireScreen(args), "message", args.params.id);
}

export function action(args: Route.ActionArgs) {
  return handleAction(args, leadActions("message", args.params.id));
}

export default function Message({ loaderData: lead, actionData: answer }: Route.ComponentProps) {
  return <LeadPane key={lead.id} lead={lead} answer={answer} />;
}
