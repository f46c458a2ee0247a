import { handleAction } from "#app/dashboard/parts/handle-action.ts";
import { entryOrNotFound, requireScreen } from "#app/dashboard/parts/require-screen.ts";
import type { Route } from "./+types/edit.ts";
import { EntryEditor } from "./form/entry-editor.tsx";
import { type EntryAnswer, editActions, readEditScreen } from "./form/entry-screen.ts";
import { kindOfScreen } from "./kind-of-screen.ts";

export async function loader(args: Route.LoaderArgs) {
  const staff = await requireScreen(args);
  return entryOrNotFound(readEditScreen(staff, kindOfScreen(args.request), args.params.id));
}

export function action(args: Route.ActionArgs) {
  return handleAction<EntryAnswer>(args, editActions(kindOfScreen(args.request), args.params.id));
}

export default function EditEntry({ loaderData, actionData }: Route.ComponentProps) {
  return <EntryEditor key={loaderData.entry?.id} screen={loaderData} answer={actionData} />;
}
