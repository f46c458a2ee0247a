import { handleAction } from "../parts/handle-action.ts";
import type { Route } from "./+types/list.ts";
import { loadResource, resourceAt } from "./load-resource.ts";
import { ResourceScreen } from "./resource-screen.tsx";

export async function loader(args: Route.LoaderArgs) {
  return (await loadResource(args)).list;
}

export function action(args: Route.ActionArgs) {
  return handleAction(args, resourceAt(args.request).actions);
}

/** Screen of any list without controls of its own. */
export default function ResourceList({ loaderData: list, actionData }: Route.ComponentProps) {
  return <ResourceScreen list={list} answer={actionData} />;
}
