import { Form, Link } from "react-router";
import { countNotFound } from "#app/content/not-found/list-not-found.ts";
import {
  type AutomaticRedirect,
  countAutomatic,
  listAutomatic,
} from "#app/content/urls/redirects/list-automatic.ts";
import { countRedirects, listRedirects } from "#app/content/urls/redirects/list-redirects.ts";
import { type Tried, tryAddress } from "#app/content/urls/redirects/try-address.ts";
import { Empty } from "../parts/empty.tsx";
import { handleAction } from "../parts/handle-action.ts";
import { neighbours, readPageParam, readTextParam } from "../parts/list-address.ts";
import { Pager } from "../parts/pager.tsx";
import { requireScreen } from "../parts/require-screen.ts";
import { Screen } from "../parts/screen.tsx";
import { Search } from "../parts/search.tsx";
import type { Route } from "./+types/list.ts";
import { redirectActions } from "./actions.ts";
import { RedirectForm } from "./redirect-form.tsx";
import { RedirectList, spell } from "./redirect-table.tsx";
import { RedirectTabs } from "./redirect-tabs.tsx";

export async function loader(args: Route.LoaderArgs) {
  const { db } = await requireScreen(args);
  const url = new URL(args.request.url);
  const [q, address] = [readTextParam(url, "q"), readTextParam(url, "try")];
  const counts = {
    redirects: await countRedirects(db),
    automatic: await countAutomatic(db),
    lost: await countNotFound(db),
  };
  if (readTextParam(url, "view") === "automatic") {
    const { rows, ...page } = await listAutomatic(db, { q, ...readPageParam(url, 50) });
    return { view: "automatic", q, rows, counts, pager: neighbours(url, page) } as const;
  }
  const page = await listRedirects(db, { q, ...readPageParam(url, 50) });
  const tried = address ? await tryAddress(db, address.startsWith("/") ? address : `/${address}`) : null;
  return { view: "manual", q, tried, counts, rows: page.rows, pager: neighbours(url, page) } as const;
}

export function action(args: Route.ActionArgs) {
  return handleAction(args, redirectActions);
}

export default function Redirects({ loaderData: page, actionData }: Route.ComponentProps) {
  return (
    <Screen
      title="Redirects"
      count={page.counts.redirects}
      answer={actionData}
      actions={
        <Link className="btn q" to="/dashboard/redirects/sheet">
          Import CSV
        </Link>
      }
    >
      <div className="flt">
        <RedirectTabs current={page.view === "automatic" ? "automatic" : "redirects"} {...page.counts} />
        <Search q={page.q} label="Search redirects" placeholder="Search addresses">
          {page.view === "automatic" && <input type="hidden" name="view" value="automatic" />}
        </Search>
      </div>
      {page.view === "automatic" ? <Automatic {...page} /> : <Manual page={page} answer={actionData} />}
      <Pager {...page.pager} words={{ previous: "Previous", next: "Next" }} />
    </Screen>
  );
}

type Page = Route.ComponentProps["loaderData"];

function Automatic({ rows, q }: Extract<Page, { view: "automatic" }>) {
  return (
    <>
      <AutomaticTable rows={rows} />
      {rows.length === 0 && (
        <Empty title={q ? `No redirect matches “${q}”` : "No automatic redirects yet"}>
          <p>When you change the title of a published entry, its old address appears here.</p>
        </Empty>
      )}
    </>
  );
}

function Manual({ page, answer }: { page: Extract<Page, { view: "manual" }>; answer: unknown }) {
  return (
    <>
      <div className="pad tools">
        <details open={page.counts.redirects === 0 || answer !== undefined}>
          <summary>Add a redirect</summary>
          <RedirectForm intent="add" submit="Add" answer={answer} />
        </details>
        <TryForm tried={page.tried} />
      </div>
      <RedirectList rows={page.rows} />
      {page.rows.length === 0 && (
        <Empty title={page.q ? `No redirect matches “${page.q}”` : "No redirects yet"}>
          <p>A redirect takes visitors from an old address to the page’s address today.</p>
        </Empty>
      )}
    </>
  );
}

/** Where an address would lead a visitor, by the same functions that lead visitors. */
function TryForm({ tried }: { tried: Tried | null }) {
  return (
    <section>
      <Form className="sift">
        <label>
          Check an address{" "}
          <input className="in" name="try" defaultValue={tried?.address} placeholder="/old/page" dir="ltr" />
        </label>
        <button className="btn q" type="submit">
          Check
        </button>
      </Form>
      {tried && (
        <p className="note" role="status">
          {describeTried(tried)}
        </p>
      )}
    </section>
  );
}

function describeTried({ outcome, place, steps, address }: Tried): string {
  const name = place?.title ? `“${place.title}”` : "a page of this site";
  const by = steps.length > 1 ? ` through ${steps.slice(0, -1).join(", ")}` : "";
  if (outcome === "page") return `${address}: shows ${name}.`;
  if (outcome === "draft") return `${address}: redirects to ${name}, which is not published.`;
  if (outcome === "lost") return `${address}: not found.`;
  const end = steps.at(-1) ?? "";
  if (!end.startsWith("/")) return `${address}: redirects to ${end}${by}, on another site.`;
  return place
    ? `${address}: redirects to ${name}, ${end}${by}.`
    : `${address}: redirects to ${end}${by}, which is not found.`;
}

/** What renames have left; they follow their entries and are not changed by hand. */
function AutomaticTable({ rows }: { rows: readonly AutomaticRedirect[] }) {
  if (rows.length === 0) return null;
  return (
    <table className="tb">
      <thead>
        <tr>
          <th scope="col">Old address</th>
          <th scope="col">Redirect to</th>
          <th scope="col" className="opt">
            Source
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, kind, from, to }) => (
          <tr key={`${kind} ${id}`}>
            <td className="main wrap" dir="ltr">
              {spell(from)}
            </td>
            <td>
              <span className="wrap" dir="auto">
                {to.title}
              </span>
              <small className="wrap">
                {to.isPublic ? spell(to.path) : "not published: visitors see “not found”"}
              </small>
            </td>
            <td className="opt mute nw">Automatic</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
