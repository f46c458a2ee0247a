import { handleAction } from "../parts/act.ts";
import { requireScreen } from "../parts/staff.ts";
import type { Route } from "./+types/add.ts";
import { addDeeds, type EntryAnswer } from "./form/entry-deeds.ts";
import { EntryEditor } from "./form/entry-editor.tsx";
import { readAddScreen } from "./form/entry-screen.ts";
import { kindOfScreen } from "./kind-of-screen.ts";

/** Editors and admins. */
export async function loader(args: Route.LoaderArgs) {
  const staff = await requireScreen(args);
  return readAddScreen(staff, kindOfScreen(args.request));
}

/** Editors and admins. */
export function action(args: Route.ActionArgs) {
  return handleAction<EntryAnswer>(args, "editor", addDeeds(kindOfScreen(args.request)));
}

export default function AddEntry({ loaderData, actionData }: Route.ComponentProps) {
  return <EntryEditor screen={loaderData} answer={actionData} />;
}
