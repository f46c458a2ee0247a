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
        <Tabs label="Kind" tabs={trash.tabs} />
      </div>
      {trash.rows.length === 0 ? (
        <Empty title="The trash is empty">
          <p className="mute">What you throw away lies here for 30 days, and can be taken back until then.</p>
        </Empty>
      ) : (
        <TrashTable rows={trash.rows} Form={fetcher.Form} />
      )}
      <Pager previous={null} next={trash.next} />
    </Screen>
  );
}
