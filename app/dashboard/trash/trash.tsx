import { useFetcher } from "react-router";
import { act } from "../parts/act.ts";
import { Empty } from "../parts/empty.tsx";
import { Pager } from "../parts/pager.tsx";
import { Screen } from "../parts/screen.tsx";
import { openScreen } from "../parts/staff.ts";
import { Tabs } from "../parts/tabs.tsx";
import { useSaid } from "../parts/toasts.tsx";
import type { Route } from "./+types/trash.ts";
import { trashDeeds } from "./deeds.ts";
import { readTrash } from "./read-trash.ts";
import { TrashTable } from "./trash-table.tsx";

/** Editors and admins. */
export async function loader(args: Route.LoaderArgs) {
  return readTrash(await openScreen(args));
}

export function action(args: Route.ActionArgs) {
  return act(args, "editor", trashDeeds);
}

/** What was thrown away of all kinds, for 30 days. */
export default function Trash({ loaderData: trash, actionData }: Route.ComponentProps) {
  const fetcher = useFetcher();
  useSaid(fetcher.data);
  return (
    <Screen title="Trash" count={trash.total} answer={actionData}>
      <div className="flt">
        <Tabs label="Type" tabs={trash.tabs} />
      </div>
      {trash.rows.length === 0 ? (
        <Empty title="The trash is empty">
          <p className="mute">What you delete stays here for 30 days. Until then you can restore it.</p>
        </Empty>
      ) : (
        <TrashTable rows={trash.rows} Form={fetcher.Form} />
      )}
      <Pager previous={null} next={trash.next} />
    </Screen>
  );
}
