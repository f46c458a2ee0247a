import { act } from "../parts/act.ts";
import { openScreen } from "../parts/staff.ts";
import type { Route } from "./+types/inbox.ts";
import { LeadList } from "./lead-list.tsx";
import { listDeeds } from "./list-deeds.ts";
import { readList } from "./read-list.ts";

/** Editors and admins. */
export async function loader(args: Route.LoaderArgs) {
  return readList(await openScreen(args), "messages");
}

/** Editors and admins. */
export function action(args: Route.ActionArgs) {
  return act(args, "editor", listDeeds("messages"));
}

export default function Messages({ loaderData: page, actionData: answer }: Route.ComponentProps) {
  return <LeadList page={page} answer={answer} />;
}
