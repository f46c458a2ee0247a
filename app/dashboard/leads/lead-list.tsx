import AlarmClock from "lucide-react/icons/alarm-clock";
import Clock3 from "lucide-react/icons/clock-3";
import Download from "lucide-react/icons/download";
import Settings2 from "lucide-react/icons/settings-2";
import ShieldAlert from "lucide-react/icons/shield-exclamation-point";
import UserRound from "lucide-react/icons/user-round";
import { type ReactNode, useMemo } from "react";
import { Link, Outlet, useFetcher, useNavigate, useParams, useSubmit } from "react-router";
import { FreshLink } from "#app/domain/accounts/browser/fresh-link.tsx";
import type { LeadKind } from "#app/domain/leads/lead-kinds.ts";
import { handleAction } from "../parts/handle-action.ts";
import { Empty, Pager, Tabs } from "../parts/list-screen.tsx";
import { Moment } from "../parts/moment.tsx";
import { requireScreen } from "../parts/require-screen.ts";
import {
  BulkBar,
  BulkButton,
  type RowSelection,
  SelectRow,
  useRowSelection,
} from "../parts/row-selection.tsx";
import { Screen } from "../parts/screen.tsx";
import { useLayoutData } from "../shell/layout-data.ts";
import { type Shortcut, useShortcuts } from "../shell/shortcuts.tsx";
import type { Route } from "./+types/lead-list.ts";
import { formatMinutes, kindAt, leadLists } from "./labels.ts";
import { type LeadListPage, type ListedLead, leadListActions, readLeadList } from "./lead-screen.ts";
import { Colleagues, ListFilters } from "./list-filters.tsx";
import { useLiveUpdates } from "./use-live-updates.ts";

export async function loader(args: Route.LoaderArgs) {
  return readLeadList(await requireScreen(args), kindAt(args.request));
}

export function action(args: Route.ActionArgs) {
  return handleAction(args, leadListActions(kindAt(args.request)));
}

/** List of messages or call requests next to the open one; small windows show either. */
export default function LeadList({ loaderData: page, actionData: answer }: Route.ComponentProps) {
  const { kind, rows, query, pageQuery, counts, figures } = page;
  const { id } = useParams();
  const { path, title, api } = leadLists[kind];
  useLiveUpdates();
  const selection = useRowSelection(
    rows.map((row) => row.id),
    useFetcher(),
  );
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
            Median first response ({figures.days} days): {formatMinutes(figures.median)}
          </span>
        )
      }
      actions={
        <>
          <Link className="btn quiet short-label" to="/dashboard/usercontactdata/rules">
            <Settings2 className="icon" aria-hidden /> <span>Settings</span>
          </Link>
          <FreshLink className="btn quiet short-label" href={`${api}/export?${query || "folder=new"}`}>
            <Download className="icon" aria-hidden /> <span>Export</span>
          </FreshLink>
        </>
      }
    >
      <div className={id ? "inbox one" : "inbox"}>
        <InboxTabs current={kind} />
        <ListFilters page={page} />
        <BulkBar selection={selection} action={address("")}>
          <LeadBulkActions page={page} />
        </BulkBar>
        <div className="box">
          <section className="lead-list" aria-label={title}>
            {rows.length === 0 ? (
              <EmptyLeadList page={page} />
            ) : (
              <ol>
                {rows.map((row) => (
                  <ListRow
                    key={row.id}
                    row={row}
                    to={address(`/${row.id}`)}
                    isOpen={row.id === id}
                    kind={kind}
                    selection={selection}
                  />
                ))}
              </ol>
            )}
            <Pager
              previous={page.previous && to(`before=${page.previous}`)}
              next={page.next && to(`after=${page.next}`)}
            />
          </section>
          <Outlet
            context={{ nextId: neighbourOf(rows, id), isEmpty: rows.length === 0 } satisfies ListContext}
          />
        </div>
      </div>
      <ListKeys rows={rows} openId={id} address={address} />
    </Screen>
  );
}

/** Tabs of messages and calls, with their numbers of new leads. */
function InboxTabs({ current }: { current: LeadKind }) {
  const { waiting } = useLayoutData();
  const tabs = [
    { kind: "message" as const, name: "Messages", count: waiting.messages },
    { kind: "call" as const, name: "Call requests", count: waiting.calls },
  ];
  return (
    <div className="filter-bar areas">
      <Tabs
        label="Inbox"
        tabs={tabs.map(({ kind, name, count }) => ({
          name,
          to: leadLists[kind].path,
          isCurrent: kind === current,
          ...(count > 0 ? { count } : {}),
        }))}
      />
    </div>
  );
}

/** Data of the list for the lead opened next to it. */
export interface ListContext {
  /**
   * Id of the lead to open next: the following one, or the previous one for the last; empty without another.
   */
  nextId: string;
  isEmpty: boolean;
}

/** Lead to open after the current one leaves the list. */
function neighbourOf(rows: readonly { id: string }[], id: string | undefined): string {
  const at = rows.findIndex((row) => row.id === id);
  return at < 0 ? "" : ((rows[at + 1] ?? rows[at - 1])?.id ?? "");
}

function EmptyLeadList({ page: { filter, kind, counts } }: { page: LeadListPage }) {
  const { many, path } = leadLists[kind];
  if (filter.q !== "")
    return (
      <Empty title={`No results for “${filter.q}”`}>
        <p className="mute">
          Search looks at the beginnings of words, at phone numbers, and at references such as FD-7K3M-9QX2.
        </p>
        <Link className="btn quiet" to={path}>
          Clear search
        </Link>
      </Empty>
    );
  return (
    <Empty title={filter.folder === "new" ? `No new ${many}` : `No ${many} here`}>
      <p className="mute">
        {counts.open > 0 ? `${counts.open} still open.` : "What visitors send appears here automatically."}
      </p>
      {counts.open > 0 && (
        <Link className="btn quiet" to={`${path}?folder=open`}>
          Show open {many}
        </Link>
      )}
    </Empty>
  );
}

interface ListKeysProps {
  rows: readonly { id: string }[];
  openId: string | undefined;
  /** Address of a path below the list, with the list's query. */
  address(suffix: string): string;
}

/** Keyboard shortcuts of the list and the open lead. */
function ListKeys({ rows, openId, address }: ListKeysProps) {
  const navigate = useNavigate();
  // A fetcher's redirect would be dropped when the list revalidates first.
  const submit = useSubmit();
  const ids = rows.map(({ id }) => id).join(" ");
  const action = address(`/${openId}`);
  const list = address("");
  const shortcuts = useMemo<Shortcut[]>(() => {
    const order = ids.split(" ");
    const step = (by: number) => {
      const at = openId === undefined ? (by > 0 ? -1 : order.length) : order.indexOf(openId);
      const next = order[at + by];
      if (next) void navigate(list.replace(/(\?|$)/, `/${next}$1`), { preventScrollReset: true });
    };
    const set = (status: string) => {
      if (!openId) return;
      const at = order.indexOf(openId);
      const next = at < 0 ? "" : (order[at + 1] ?? order[at - 1] ?? "");
      const values = { intent: "status", status, id: openId, next };
      void submit(values, { method: "post", action, preventScrollReset: true });
    };
    return [
      { keys: "j", label: "Next", run: () => step(1) },
      { keys: "k", label: "Previous", run: () => step(-1) },
      { keys: "e", label: "Close", run: () => set("closed") },
      { keys: "!", label: "Mark as spam", run: () => set("spam") },
      { keys: "u", label: "Move to New", run: () => set("new") },
      { keys: "r", label: "Reply", run: () => document.getElementById("f-text")?.focus() },
      {
        keys: "a",
        label: "Assign",
        run: () => document.getElementById("f-assignee-of-one")?.focus(),
      },
    ];
  }, [ids, openId, action, list, navigate, submit]);
  useShortcuts(shortcuts);
  return null;
}

interface ListRowProps {
  row: ListedLead;
  to: string;
  isOpen: boolean;
  kind: LeadKind;
  selection: RowSelection;
}

/** Row of the list: sender, time, first words and badges. */
function ListRow({ row, to, isOpen, kind, selection }: ListRowProps) {
  const { id, name, company, email, phone, beginning, bestTime, sortDate, status } = row;
  const who = name || email || phone || "No name";
  const snippet = beginning || (bestTime ? `Best time: ${bestTime}` : "No message");
  return (
    <li className={status === "new" ? "fresh-row" : undefined}>
      <SelectRow id={id} name={who} selection={selection} />
      <Link to={to} aria-current={isOpen ? "true" : undefined} preventScrollReset>
        <b dir="auto">
          {status === "new" && (
            <span className="dot">
              <span className="visually-hidden">New. </span>
            </span>
          )}
          {who}
          {company && <span className="qualifier">, {company}</span>}
        </b>
        <Moment at={sortDate} />
        <p dir="auto">{snippet}</p>
        <LeadBadges row={row} kind={kind} />
      </Link>
    </li>
  );
}

function LeadBadges({ row, kind }: Pick<ListRowProps, "row" | "kind">) {
  const { assignee, isLate, snoozedUntil, spamReasons, service, bestTime, tries, beginning } = row;
  const facts = [
    service,
    kind === "call" && bestTime && beginning ? bestTime : "",
    tries > 0 ? `no answer ${tries}×` : "",
  ];
  const shown = facts.filter(Boolean);
  if (shown.length === 0 && !assignee && !isLate && !snoozedUntil && !spamReasons) return null;
  return (
    <small>
      {isLate && (
        <span className="wrong">
          <AlarmClock className="icon" aria-hidden /> Overdue
        </span>
      )}
      {snoozedUntil && (
        <span>
          <Clock3 className="icon" aria-hidden /> Snoozed until <Moment at={snoozedUntil} inSentence />
        </span>
      )}
      {assignee && (
        <span>
          <UserRound className="icon" aria-hidden /> {assignee.name}
        </span>
      )}
      {spamReasons && (
        <span>
          <ShieldAlert className="icon" aria-hidden />{" "}
          {row.status === "spam" ? "Caught by the spam check" : "Flagged by the spam check"}
        </span>
      )}
      {shown.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </small>
  );
}

/** Actions for selected messages or calls. */
function LeadBulkActions({ page: { filter, staff, snooze, me } }: { page: LeadListPage }) {
  const isSpam = filter.folder === "spam";
  return (
    <>
      {isSpam ? (
        <BulkButton intent="status-new">Not spam</BulkButton>
      ) : (
        <>
          <BulkButton intent="status-closed">Close</BulkButton>
          <BulkButton intent="status-waiting">Mark as waiting</BulkButton>
          <BulkButton intent="status-spam">Mark as spam</BulkButton>
        </>
      )}
      <Choice name="assignee" intent="assign" label="Assign to" button="Assign">
        <option value="me">Me</option>
        <Colleagues staff={staff} me={me} />
        <option value="">Unassigned</option>
      </Choice>
      <Choice name="until" intent="snooze" label="Snooze until" button="Snooze">
        {snooze.map(({ name, until }) => (
          <option key={name} value={until}>
            {name}
          </option>
        ))}
        <option value="">End snooze</option>
      </Choice>
      <BulkButton intent="merge">Merge</BulkButton>
    </>
  );
}

interface ChoiceProps {
  name: string;
  intent: string;
  label: string;
  button: string;
  children: ReactNode;
}

function Choice({ name, intent, label, button, children }: ChoiceProps) {
  return (
    <span className="with-button">
      <select className="input" name={name} aria-label={label}>
        {children}
      </select>
      <BulkButton intent={intent}>{button}</BulkButton>
    </span>
  );
}
