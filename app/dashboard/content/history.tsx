import Eye from "lucide-react/icons/eye";
import { Form, Link, useSubmit } from "react-router";
import { StateBadge } from "#app/dashboard/parts/badge.tsx";
import { handleAction } from "#app/dashboard/parts/handle-action.ts";
import { entryOrNotFound, requireScreen } from "#app/dashboard/parts/require-screen.ts";
import { Screen } from "#app/dashboard/parts/screen.tsx";
import { readActorNames } from "#app/domain/accounts/staff/actor-names.ts";
import type { Kind } from "#app/domain/content/kind.ts";
import { readNames } from "#app/domain/content/links/links.ts";
import { discardChanges } from "#app/domain/content/publishing/publishing.ts";
import { openEntry } from "#app/domain/content/versions/open-entry.ts";
import { listHistory, readEntry, readVersion } from "#app/domain/content/versions/read-versions.ts";
import { restoreVersion } from "#app/domain/content/versions/save-entry.ts";
import { previewPath } from "#app/domain/routing/page-addresses.ts";
import { compareData } from "#app/lib/fields/differences/compare-data.ts";
import { describeFields } from "#app/lib/fields/field.ts";
import { type Database, write } from "#app/platform/database/database.ts";
import { Moment } from "../parts/moment.tsx";
import type { Route } from "./+types/history.ts";
import { DifferencesView } from "./differences.tsx";
import { describeKind, kindOfScreen } from "./kind-of-screen.ts";

export async function loader(args: Route.LoaderArgs) {
  const { db } = await requireScreen(args);
  return entryOrNotFound(readHistory(db, kindOfScreen(args.request), args.params.id, args.url.searchParams));
}

/** Saves an old version as the newest. */
export function action(args: Route.ActionArgs) {
  const kind = kindOfScreen(args.request);
  return handleAction(args, {
    restore: async ({ text }, { db, actionContext }) => {
      const [number, basedOn] = [Number(text("version")), Number(text("basedOn"))];
      const { newest, row } = await write(db, async (tx) => {
        const entry = await openEntry(tx, kind, args.params.id);
        return number === entry.row.live_version
          ? discardChanges(tx, entry, basedOn, actionContext)
          : restoreVersion(tx, entry, number, basedOn, actionContext);
      });
      const readers =
        row.live_version === newest.number
          ? "Readers see this version."
          : "Readers see no change until you publish it.";
      return {
        done: `Restored version ${number} as version ${newest.number}. ${readers}`,
        undo: {
          intent: "restore",
          values: { version: String(basedOn), basedOn: String(newest.number) },
        },
      };
    },
  });
}

export default function History({ loaderData: page, actionData }: Route.ComponentProps) {
  const crumbs = [{ name: page.title, path: `${page.kind.edit}/${page.id}` }];
  return (
    <Screen
      title="History"
      count={page.isFirst && page.next === null ? page.versions.length : undefined}
      crumbs={crumbs}
      status={<StateBadge state={page.state} />}
      answer={actionData}
    >
      <div className="history">
        <VersionList page={page} />
        <section className="pad compared" aria-labelledby="compared-title">
          <h2 id="compared-title">{titleOf(page)}</h2>
          <p className="small mute legend">
            <del>Removed</del> · <ins>Added</ins>
          </p>
          {page.differences.length === 0 && <p className="mute">{emptyText(page)}</p>}
          <DifferencesView differences={page.differences} />
        </section>
      </div>
    </Screen>
  );
}

function titleOf({ from, to, live, newest }: HistoryPage): string {
  const name = (number: number) =>
    number === newest
      ? `version ${number} (newest)`
      : `version ${number}${number === live ? " (published)" : ""}`;
  return from === to ? `${capitalize(name(to))} only` : `From ${name(from)} to ${name(to)}`;
}

function emptyText({ from, to, versions }: HistoryPage): string {
  if (from !== to) return "These two versions are the same.";
  return versions.length === 1
    ? "There is only one version so far. Changes will show here."
    : "Choose two different versions to see what changed.";
}

function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

type HistoryPage = Awaited<ReturnType<typeof readHistory>>;

/** All versions, newest first; any two can be compared, and any can be viewed or restored. */
function VersionList({ page }: { page: HistoryPage }) {
  const submit = useSubmit();
  const address = `${page.kind.edit}/${page.id}/history`;
  return (
    <section className="versions" aria-labelledby="versions-title">
      <h2 id="versions-title">Versions</h2>
      <Form
        id="compare"
        className="row"
        action={address}
        onChange={(event) => submit(event.currentTarget, { replace: true, preventScrollReset: true })}
      >
        <button className="btn quiet compact" type="submit">
          Compare selected
        </button>
      </Form>
      <p className="heads small mute" aria-hidden>
        <span>from</span>
        <span>to</span>
      </p>
      <ol>
        {page.versions.map((version) => (
          <VersionLine key={version.number} version={version} page={page} />
        ))}
      </ol>
      {page.next !== null && (
        <Link className="btn quiet" to={`${address}?before=${page.next}`}>
          Older versions
        </Link>
      )}
      {!page.isFirst && (
        <Link className="btn quiet" to={address}>
          Newest versions
        </Link>
      )}
    </section>
  );
}

function VersionLine({ version, page }: { version: HistoryPage["versions"][number]; page: HistoryPage }) {
  const { number, by, at, note, isAutosave } = version;
  const isLive = number === page.live;
  const isNewest = number === page.newest;
  return (
    <li className={isAutosave && !isLive ? "quiet" : undefined}>
      <Choice name="from" words="From" number={number} isChosen={number === page.from} />
      <Choice name="to" words="To" number={number} isChosen={number === page.to} />
      <div>
        <b className="num">{number}</b> <Moment at={at} /> <span className="mute">{by}</span>
        <p className="small mute">
          {[isLive && "Published", isNewest && "Newest", isAutosave && "Autosave", note]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
      <div className="row">
        <a
          className="btn quiet compact icon-only"
          href={previewPath(page.kind.name, page.id, number)}
          title="Preview"
          target="_blank"
          rel="noopener"
        >
          <Eye className="icon" aria-hidden />
          <span className="visually-hidden">Preview version {number} (opens a new tab)</span>
        </a>
        {!isNewest && !page.isInTrash && (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="version" value={number} />
            <input type="hidden" name="basedOn" value={page.newest} />
            <button className="btn quiet compact" name="intent" value="restore" type="submit">
              Restore<span className="visually-hidden"> version {number}</span>
            </button>
          </Form>
        )}
      </div>
    </li>
  );
}

interface ChoiceProps {
  name: "from" | "to";
  words: string;
  number: number;
  isChosen: boolean;
}

function Choice({ name, words, number, isChosen }: ChoiceProps) {
  return (
    <label className="choice">
      <input
        type="radio"
        form="compare"
        name={name}
        value={number}
        // Resets the input when the address changes.
        key={String(isChosen)}
        defaultChecked={isChosen}
      />
      <span className="visually-hidden">
        {words} version {number}
      </span>
    </label>
  );
}

/** Reads an entry's versions, and the differences between the two that the query selects. */
async function readHistory(db: Database, kind: Kind, id: string, search: URLSearchParams) {
  const entry = await readEntry(db, kind, id);
  const before = readNumber(search, "before");
  const { versions, next } = await listHistory(db, id, { before });
  const nameOf = await readActorNames(
    db,
    versions.map(({ by }) => by),
  );
  const to = readNumber(search, "to") ?? entry.version;
  const older = (await listHistory(db, id, { before: to, limit: 1 })).versions[0]?.number;
  const isChanged = entry.liveVersion !== null && entry.liveVersion < to;
  const from = readNumber(search, "from") ?? (isChanged ? entry.liveVersion : null) ?? older ?? to;
  return {
    id,
    kind: describeKind(kind),
    title: entry.data.title,
    state: entry.state,
    newest: entry.version,
    live: entry.liveVersion,
    isInTrash: entry.deletedAt !== null,
    versions: versions.map((version) => ({ ...version, by: nameOf(version.by) })),
    next,
    isFirst: before === undefined,
    from,
    to,
    differences: await compareVersions(db, kind, id, from, to),
  };
}

async function compareVersions(db: Database, kind: Kind, id: string, from: number, to: number) {
  if (from === to) return [];
  const [before, after] = [await readVersion(db, kind, id, from), await readVersion(db, kind, id, to)];
  const names = await readNames(db, kind, [before.data, after.data]);
  return compareData(describeFields(kind.fields), before.data, after.data, names);
}

function readNumber(search: URLSearchParams, name: string): number | undefined {
  const text = search.get(name) ?? "";
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
