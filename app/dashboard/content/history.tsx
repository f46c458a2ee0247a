import { restoreVersion } from "#app/content/versions/versions.ts";
import { handleAction } from "#app/dashboard/parts/handle-action.ts";
import { entryOrNotFound } from "#app/dashboard/parts/or-not-found.ts";
import { requireScreen } from "#app/dashboard/parts/require-screen.ts";
import { Screen } from "#app/dashboard/parts/screen.tsx";
import { StateBadge } from "#app/dashboard/parts/state-badge.tsx";
import { write } from "#app/database/database.ts";
import type { Route } from "./+types/history.ts";
import { DifferencesView } from "./differences-view.tsx";
import { kindOfScreen } from "./kind-of-screen.ts";
import { readHistory } from "./read-history.ts";
import { VersionList } from "./version-list.tsx";

export async function loader(args: Route.LoaderArgs) {
  const { db } = await requireScreen(args);
  return entryOrNotFound(readHistory(db, kindOfScreen(args.request), args.params.id, args.url.searchParams));
}

/** The words of an old version become the newest. */
export function action(args: Route.ActionArgs) {
  const kind = kindOfScreen(args.request);
  return handleAction(args, {
    restore: async ({ text }, { db, actionContext }) => {
      const [number, basedOn] = [Number(text("version")), Number(text("basedOn"))];
      const { version } = await write(db, (tx) =>
        restoreVersion(tx, kind, args.params.id, number, basedOn, actionContext),
      );
      return {
        done: `Restored version ${number} as version ${version}. Readers see no change until you publish it.`,
        undo: {
          intent: "restore",
          values: { version: String(basedOn), basedOn: String(version) },
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
          {page.differences.length === 0 && <p className="mute">{emptyWords(page)}</p>}
          <DifferencesView differences={page.differences} />
        </section>
      </div>
    </Screen>
  );
}

type Page = Awaited<ReturnType<typeof readHistory>>;

function titleOf({ from, to, live, newest }: Page): string {
  const name = (number: number) =>
    number === newest
      ? `version ${number} (newest)`
      : `version ${number}${number === live ? " (published)" : ""}`;
  return from === to ? `${capitalize(name(to))} only` : `From ${name(from)} to ${name(to)}`;
}

function emptyWords({ from, to, versions }: Page): string {
  if (from !== to) return "These two versions are the same.";
  return versions.length === 1
    ? "There is only one version so far. Changes will show here."
    : "Choose two different versions to see what changed.";
}

function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
