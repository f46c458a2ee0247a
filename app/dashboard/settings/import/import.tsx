import { write } from "#app/database/database.ts";
import { confirmImport, dropImport, removeImportFolder, tryImportAgain } from "#app/imports/imports.ts";
import { requireFreshStaff } from "../../parts/fresh.ts";
import { handleAction } from "../../parts/handle-action.ts";
import { requireScreen } from "../../parts/require-screen.ts";
import { Screen } from "../../parts/screen.tsx";
import { useFreshWhile } from "../../parts/use-fresh-while.ts";
import type { Route } from "./+types/import.ts";
import { ImportState } from "./import-state.tsx";
import { readImportScreen } from "./read-import.ts";
import { UploadForm } from "./upload-form.tsx";

export async function loader(args: Route.LoaderArgs) {
  const { db } = await requireScreen(args);
  return readImportScreen(db);
}

export function action(args: Route.ActionArgs) {
  return handleAction(args, {
    async begin(sent, staff) {
      requireFreshStaff(staff);
      const wish = { replaces: sent.isTicked("replaces"), backsUp: sent.isTicked("backsUp") };
      await write(staff.db, (tx) => confirmImport(tx, sent.text("id"), wish, staff.actionContext));
      return { done: "The import has begun." };
    },
    async again(sent, staff) {
      requireFreshStaff(staff);
      await write(staff.db, (tx) => tryImportAgain(tx, sent.text("id"), staff.actionContext));
      return { done: "" };
    },
    async drop(sent, { db, dataDir, actionContext }) {
      await write(db, (tx) => dropImport(tx, sent.text("id"), actionContext));
      removeImportFolder(dataDir, sent.text("id"));
      return { done: "" };
    },
  });
}

export default function Import({ loaderData: page, actionData }: Route.ComponentProps) {
  const { current, mayUpload } = page;
  useFreshWhile(current?.isMoving ?? false, 1500);
  return (
    <Screen title="Import" crumbs={[{ name: "Settings", path: "/dashboard/settings" }]} answer={actionData}>
      <div className="pad stack wide-gap import">
        {current && <ImportState current={current} />}
        {mayUpload && <UploadForm page={page} isFirst={current === null} />}
      </div>
    </Screen>
  );
}
