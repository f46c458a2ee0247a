import Plus from "lucide-react/icons/plus";
import { Form, Link } from "react-router";
import { readSettings } from "#app/domain/company/settings.ts";
import {
  type CampaignStatus,
  countCampaigns,
  createCampaign,
  listCampaigns,
} from "#app/domain/newsletter/campaigns.ts";
import { countSubscribers } from "#app/domain/newsletter/subscribers/subscriber.ts";
import { cutText } from "#app/lib/text/cut.ts";
import { neighbours, readPageParam, readTextParam, withQuery } from "#app/ops/resources/list-page.ts";
import { linkNewsletterTabs } from "#app/ops/resources/subscribers/labels.ts";
import { write } from "#app/platform/database/database.ts";
import { handleAction, redirectWithFlash } from "../parts/handle-action.ts";
import { Empty, Pager, Tabs } from "../parts/list-screen.tsx";
import { Moment } from "../parts/moment.tsx";
import { requireScreen, type Staff } from "../parts/require-screen.ts";
import { Screen } from "../parts/screen.tsx";
import type { Route } from "./+types/list.ts";
import { CampaignBadge, formatReaders } from "./campaign-progress.tsx";

export async function loader(args: Route.LoaderArgs) {
  return readList(await requireScreen(args));
}

export function action(args: Route.ActionArgs) {
  return handleAction(args, {
    write: async (_, { db, actionContext, timeZone }) => {
      const { company } = await readSettings(db);
      const subject = firstSubject(company.name, actionContext.now, timeZone);
      const id = await write(db, (tx) => createCampaign(tx, { subject }, actionContext));
      return redirectWithFlash(`/dashboard/newsletter/${id}`);
    },
  });
}

const areas = linkNewsletterTabs("issues");

export default function Newsletters({ loaderData: page, actionData }: Route.ComponentProps) {
  return (
    <Screen
      title="Newsletter"
      count={page.tabs[0]?.count}
      answer={actionData}
      actions={
        <Form method="post" className="one">
          <button className="btn" type="submit" name="intent" value="write">
            <Plus className="icon" aria-hidden /> New newsletter
          </button>
        </Form>
      }
    >
      <div className="filter-bar">
        <Tabs label={areas.label} tabs={areas.links} />
        <Tabs label="Status" tabs={page.tabs} />
        <p className="mute confirmed">
          <Link className="plain" to="/dashboard/call">
            {formatReaders(page.readers)}
          </Link>{" "}
          confirmed
        </p>
      </div>
      <CampaignTable campaigns={page.rows} />
      {page.rows.length === 0 && <NoCampaigns {...page} />}
      <Pager {...page.pager} words={{ previous: "Newer", next: "Older" }} />
    </Screen>
  );
}

function NoCampaigns({ view, name, readers }: { view: string; name: string; readers: number }) {
  if (view !== "")
    return (
      <Empty title={`No newsletters under “${name}”`}>
        <Link className="plain" to="/dashboard/newsletter">
          Show all newsletters
        </Link>
      </Empty>
    );
  return (
    <Empty title="No newsletters yet">
      <p>
        A newsletter is an e-mail to everybody who has confirmed their subscription:{" "}
        {readers === 0 ? "nobody yet" : `${formatReaders(readers)} today`}. Each one has a link to unsubscribe
        and, if you like, a place in the <a href="/newsletter/archive">public archive</a>.
      </p>
      {readers === 0 && (
        <p>
          People subscribe in the footer of every page and at <a href="/newsletter">/newsletter</a>.
        </p>
      )}
    </Empty>
  );
}

/** Default subject, such as "News from Kolpona, March 2026". */
function firstSubject(company: string, now: Date, timeZone: string): string {
  const month = now.toLocaleDateString("en-GB", { timeZone, month: "long", year: "numeric" });
  const from = company === "" ? "News" : `News from ${cutText(company, 100)}`;
  return `${from}, ${month}`;
}

/** One page of newsletters, newest first. */
function CampaignTable({ campaigns }: { campaigns: readonly ListedCampaign[] }) {
  if (campaigns.length === 0) return null;
  return (
    <table className="table campaigns">
      <thead>
        <tr>
          <th scope="col">Subject</th>
          <th scope="col">Status</th>
          <th scope="col" className="figure">
            Sent
          </th>
          <th scope="col" className="figure optional">
            Failed
          </th>
          <th scope="col" className="figure optional">
            Unsubscribed
          </th>
          <th scope="col">Date</th>
        </tr>
      </thead>
      <tbody>
        {campaigns.map((campaign) => (
          <Row key={campaign.id} campaign={campaign} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ campaign }: { campaign: ListedCampaign }) {
  const { id, subject, preview, state, figures, startedAt } = campaign;
  const count = (many: number) => (startedAt ? many.toLocaleString("en") : "");
  return (
    <tr>
      <td className="main">
        <Link to={`/dashboard/newsletter/${id}`} dir="auto" className="wrap">
          {subject}
        </Link>
        {preview && (
          <small className="wrap" dir="auto">
            {preview}
          </small>
        )}
      </td>
      <td className="nowrap">
        <CampaignBadge state={state} figures={figures} />
      </td>
      <td className={startedAt ? "figure num nowrap" : "figure hide"}>
        {startedAt && `${count(figures.sent)} of ${count(figures.total)}`}
      </td>
      <td className={figures.failed > 0 ? "figure num optional wrong" : "figure num optional"}>
        {count(figures.failed)}
      </td>
      <td className="figure num optional">{count(figures.unsubscribed)}</td>
      <td className="nowrap">
        <When campaign={campaign} />
      </td>
    </tr>
  );
}

function When({ campaign: { state, sendAt, startedAt, updatedAt } }: { campaign: ListedCampaign }) {
  const isWaiting = state === "scheduled" && sendAt !== null;
  const [words, at] = isWaiting
    ? ["Sends", sendAt]
    : startedAt
      ? ["Started", startedAt]
      : ["Saved", updatedAt];
  return (
    <>
      <span className="mute">{words}</span> <Moment at={at} />
    </>
  );
}

const views: { view: string; name: string; statuses: CampaignStatus[] }[] = [
  {
    view: "",
    name: "All",
    statuses: ["draft", "scheduled", "sending", "paused", "sent", "unsent", "cancelled"],
  },
  { view: "draft", name: "Drafts", statuses: ["draft"] },
  { view: "scheduled", name: "Scheduled", statuses: ["scheduled"] },
  { view: "sending", name: "Sending", statuses: ["sending", "paused"] },
  { view: "sent", name: "Sent", statuses: ["sent"] },
  { view: "unsent", name: "Not sent", statuses: ["unsent"] },
  { view: "cancelled", name: "Cancelled", statuses: ["cancelled"] },
];

/** Reads the list of newsletters for its address. */
async function readList({ db, request }: Staff) {
  const url = new URL(request.url);
  const requested = readTextParam(url, "view");
  const current = views.find(({ view }) => view === requested) ?? views[0];
  const [counts, { confirmed: readers }] = [await countCampaigns(db), await countSubscribers(db)];
  const statuses = current?.view ? current.statuses : undefined;
  const { rows, next, previous } = await listCampaigns(db, { statuses }, readPageParam(url, 30));
  // Only installations without a mail server have unsent newsletters.
  const shown = views.filter(({ view }) => view !== "unsent" || counts.unsent > 0 || requested === view);
  const tabs = shown.map(({ view, name, statuses }) => ({
    name,
    isCurrent: view === current?.view,
    to: withQuery(url, { view }),
    count: statuses.reduce((sum, status) => sum + counts[status], 0),
  }));
  return {
    tabs,
    readers,
    view: current?.view ?? "",
    name: current?.name ?? "",
    // Lists show no body.
    rows: rows.map(({ body: _, ...campaign }) => campaign),
    pager: neighbours(url, { next, previous }),
  };
}

type ListedCampaign = Awaited<ReturnType<typeof readList>>["rows"][number];
