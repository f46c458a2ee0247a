import { countReport, findReported, readReport } from "#app/ops/transfer/jobs/import-report.ts";
import { Pager } from "../../parts/list-screen.tsx";
import { requireScreen } from "../../parts/require-screen.ts";
import { Screen } from "../../parts/screen.tsx";
import type { Route } from "./+types/report.ts";

const pageSize = 100;
const path = "/dashboard/settings/import/report";

export async function loader(args: Route.LoaderArgs) {
  const { db } = await requireScreen(args);
  const reported = await findReported(db);
  if (!reported) return { fileName: "", lines: [], count: 0, page: 1, pages: 1 };
  const count = await countReport(db, reported.id);
  const pages = Math.max(1, Math.ceil(count / pageSize));
  const wanted = Number(new URL(args.request.url).searchParams.get("page") ?? 1);
  const page = Number.isInteger(wanted) && wanted >= 1 ? Math.min(wanted, pages) : 1;
  const lines = await readReport(db, reported.id, { after: (page - 1) * pageSize, limit: pageSize });
  return { fileName: reported.file_name, lines, count, page, pages };
}

const partNames = {
  problem: "Can’t be imported",
  clash: "Already on the site",
  changed: "Adjusted during the import",
  beyond: "More lines",
};

export default function Report({ loaderData }: Route.ComponentProps) {
  const { fileName, lines, count, page, pages } = loaderData;
  const to = (number: number) => `${path}?page=${number}`;
  return (
    <Screen
      title="Import report"
      crumbs={[
        { name: "Settings", path: "/dashboard/settings" },
        { name: "Import", path: "/dashboard/settings/import" },
      ]}
    >
      <div className="pad stack wide-gap import">
        <section className="stack">
          {fileName !== "" && <p className="note wrap">The full report on {fileName}, kept for 30 days.</p>}
          {count > 0 ? (
            <div className="row">
              <a className="btn quiet" href={`${path}/csv`}>
                Download as CSV
              </a>
            </div>
          ) : (
            <p>Nothing to report.</p>
          )}
          <ul className="found-list">
            {lines.map(({ number, part, place, what, reason }) => (
              <li key={number}>
                <b className="wrap">
                  {place}: {what}
                </b>
                <small className="wrap">
                  {partNames[part]}
                  {reason && `. ${reason}.`}
                </small>
              </li>
            ))}
          </ul>
          <Pager previous={page > 1 ? to(page - 1) : null} next={page < pages ? to(page + 1) : null}>
            {count > 0 &&
              `${((page - 1) * pageSize + 1).toLocaleString("en")} to ${Math.min(page * pageSize, count).toLocaleString("en")} of ${count.toLocaleString("en")}`}
          </Pager>
        </section>
      </div>
    </Screen>
  );
}
