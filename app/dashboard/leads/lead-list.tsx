import { Download, Settings2 } from "lucide-react";
import { Link, Outlet, useParams } from "react-router";
import { Empty } from "../parts/empty.tsx";
import { Pager } from "../parts/pager.tsx";
import { Screen } from "../parts/screen.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { ListFilters } from "./list-filters.tsx";
import { ListKeys } from "./list-keys.tsx";
import { ListRow } from "./list-row.tsx";
import { placeOf } from "./place-of.ts";
import type { LeadListPage } from "./read-list.ts";
import { sayMinutes } from "./say-minutes.ts";
import { useLive } from "./use-live.ts";

/** A list with, beside it, the one that is open; on small windows either the list or the one. */
export function LeadList({ page, answer }: { page: LeadListPage; answer: unknown }) {
  const { kind, rows, query, pageQuery, counts, figures } = page;
  const { id } = useParams();
  const { path, title, api } = placeOf[kind];
  useLive(kind);
  const to = (extra: string) => `${path}?${[query, extra].filter(Boolean).join("&")}`;
  const address = (suffix: string) => `${path}${suffix}${pageQuery ? `?${pageQuery}` : ""}`;
  return (
    <Screen
      title={title}
      count={counts.all}
      answer={answer}
      status={
        figures.median === null ? null : (
          <span className="mute small">
            Half of the first answers of 30 days within {sayMinutes(figures.median)}
          </span>
        )
      }
      actions={
        <>
          <Link className="btn q short-label" to="/dashboard/usercontactdata/rules">
            <Settings2 className="i" aria-hidden /> <span>Rules</span>
          </Link>
          <a className="btn q short-label" href={`${api}/export?${query || "folder=new"}`} download>
            <Download className="i" aria-hidden /> <span>CSV</span>
          </a>
        </>
      }
    >
      <div className={id ? "inbox one" : "inbox"}>
        <ListFilters page={page} />
        <div className="box">
          <section className="msgs" aria-label={title}>
            <BulkBar page={page} action={address("")}>
              {rows.length === 0 ? (
                <NothingThere page={page} />
              ) : (
                <ol>
                  {rows.map((row) => (
                    <ListRow
                      key={row.id}
                      row={row}
                      to={address(`/${row.id}`)}
                      isOpen={row.id === id}
                      kind={kind}
                    />
                  ))}
                </ol>
              )}
            </BulkBar>
            <Pager
              previous={page.previous && to(`before=${page.previous}`)}
              next={page.next && to(`after=${page.next}`)}
            />
          </section>
          <Outlet />
        </div>
      </div>
      <ListKeys rows={rows} openId={id} address={address} />
    </Screen>
  );
}

function NothingThere({ page: { filter, kind, counts } }: { page: LeadListPage }) {
  const { many, path } = placeOf[kind];
  if (filter.q !== "")
    return (
      <Empty title={`Nothing has the words “${filter.q}”`}>
        <p className="mute">
          Search finds words by their beginnings, a whole number, or a reference such as FD-7K3M-9QX2.
        </p>
        <Link className="btn q" to={path}>
          Back to what is new
        </Link>
      </Empty>
    );
  return (
    <Empty title={filter.folder === "new" ? `No new ${many}` : `No ${many} here`}>
      <p className="mute">
        {counts.open > 0 ? `${counts.open} are open.` : "What visitors send appears here by itself."}
      </p>
      {counts.open > 0 && (
        <Link className="btn q" to={`${path}?folder=open`}>
          Show what is open
        </Link>
      )}
    </Empty>
  );
}
