import { handleAction } from "../parts/handle-action.ts";
import { requireScreen } from "../parts/require-screen.ts";
import type { Route } from "./+types/add.ts";
import { EntryEditor } from "./form/entry-editor.tsx";
import { addActions, type EntryAnswer, readAddScreen } from "./form/entry-screen.ts";
import { kindOfScreen } from "./kind-of-screen.ts";

export async function loader(args: Route.LoaderArgs) {
  const staff = await requireScreen(args);
  return readAddScreen(staff, kindOfScreen(args.request));
}

export function action(args: Route.ActionArgs) {
  return handleAction<EntryAnswer>(args, addActions(kindOfScreen(args.request)));
}

export default function AddEntry({ loaderData, actionData }: Route.ComponentProps) {
  return <EntryEditor screen={loaderData} answer={actionData} />;
}
