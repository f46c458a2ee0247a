import { readRedirect } from "#app/domain/content/urls/redirects/list-redirects.ts";
import { redirectActions } from "#app/ops/resources/redirects.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { okIn } from "../../parts/action-result.ts";
import { handleAction, redirectWithFlash } from "../../parts/handle-action.ts";
import { orNotFound, requireScreen } from "../../parts/require-screen.ts";
import { Screen } from "../../parts/screen.tsx";
import type { Route } from "./+types/edit.ts";
import { RedirectForm } from "./redirect-form.tsx";

export async function loader({ params, ...args }: Route.LoaderArgs) {
  const { db } = await requireScreen(args);
  return orNotFound(() => readRedirect(db, params.id));
}

/** Both actions redirect to the list, which offers undo. */
export function action(args: Route.ActionArgs) {
  const { change, delete: remove } = redirectActions;
  const action = "/dashboard/redirects";
  return handleAction(args, {
    change: async (sent, staff) => redirectWithFlash(action, await change(sent, staff)),
    delete: async (sent, staff) => {
      const { done, undo } = await remove(sent, staff);
      return redirectWithFlash(action, { done, undo: { ...undo, action } });
    },
  });
}

export default function EditRedirect({ loaderData: row, actionData }: Route.ComponentProps) {
  const { to, entry } = row;
  const path = "path" in to ? to.path : "url" in to ? to.url : (entry?.path ?? "");
  return (
    <Screen
      title="Redirect"
      crumbs={[{ name: "Redirects", path: "/dashboard/redirects" }]}
      answer={okIn(actionData) ? undefined : actionData}
    >
      <div className="pad stack">
        <RedirectForm
          intent="change"
          id={row.id}
          from={row.from}
          to={path}
          kind={"url" in to ? "url" : "path"}
          submit="Save"
          answer={actionData}
        />
        {entry && <p className="hint">It follows “{entry.title}” when its address changes.</p>}
        <ActionButton intent="delete" values={{ id: row.id }} className="btn quiet bad">
          Delete redirect
        </ActionButton>
      </div>
    </Screen>
  );
}
