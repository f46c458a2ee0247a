import { act } from "../parts/act.ts";
import { refusalIn } from "../parts/answer.ts";
import { Screen } from "../parts/screen.tsx";
import { openScreen } from "../parts/staff.ts";
import type { Route } from "./+types/import.ts";
import { ImportForm } from "./import-form.tsx";
import { ImportReportView } from "./import-report.tsx";
import { type ImportReport, importDeeds } from "./take-import.ts";

/** Editors and admins. */
export async function loader(args: Route.LoaderArgs) {
  await openScreen(args);
  return {};
}

/** Editors and admins: a file is shown before it is taken. */
export function action(args: Route.ActionArgs) {
  return act<{ report?: ImportReport }>(args, "editor", importDeeds);
}

export default function ImportSubscribers({ actionData }: Route.ComponentProps) {
  const report = actionData && "report" in actionData ? actionData.report : undefined;
  const refused = refusalIn(actionData);
  const isTaken = report?.given === null;
  return (
    <Screen
      title="Import subscribers"
      crumbs={[{ name: "Subscribers", path: "/dashboard/call" }]}
      answer={actionData}
    >
      <div className="pad stack wide-gap">
        {isTaken || (
          <ImportForm
            typed={refused?.typed ?? {}}
            errors={refused?.refusal.fields ?? {}}
            isFirst={report === undefined}
          />
        )}
        {report && <ImportReportView report={report} />}
      </div>
    </Screen>
  );
}
