import { data } from "react-router";
import { handleAction } from "#app/dashboard/parts/handle-action.ts";
import { entryOrNotFound, requireScreen } from "#app/dashboard/parts/require-screen.ts";
import { Screen } from "#app/dashboard/parts/screen.tsx";
import { readActorNames } from "#app/domain/accounts/staff/actor-names.ts";
import type { Kind } from "#app/domain/content/kind.ts";
import { findKind } from "#app/domain/content/kinds.ts";
import { openEntry } from "#app/domain/content/versions/open-entry.ts";
import {
  createPreviewLink,
  listPreviewLinks,
  revokePreviewLink,
} from "#app/domain/content/versions/preview.ts";
import { readEntry } from "#app/domain/content/versions/read-versions.ts";
import { write } from "#app/platform/database/database.ts";
import type { Route } from "./+types/previews.ts";
import { describeKind } from "./kind-of-screen.ts";
import { NewPreviewLink, PreviewLinksForm } from "./preview-links.tsx";

/** Sends the preview links of an entry, also to the panel next to the form. */
export async function loader(args: Route.LoaderArgs) {
  const { db, actionContext } = await requireScreen(args);
  const kind = kindOf(args.params.kind);
  const { id, data: entry } = await entryOrNotFound(readEntry(db, kind, args.params.id));
  const links = await listPreviewLinks(db, id, actionContext.now);
  const nameOf = await readActorNames(
    db,
    links.map(({ by }) => by),
  );
  return {
    id,
    title: entry.title,
    kind: describeKind(kind),
    links: links.map((link) => ({ ...link, by: nameOf(link.by) })),
  };
}

export function action(args: Route.ActionArgs) {
  const { id } = args.params;
  const kind = kindOf(args.params.kind);
  return handleAction<{ address?: string }>(args, {
    make: async ({ text }, { db, actionContext, publicUrl }) => {
      const made = await write(db, async (tx) =>
        createPreviewLink(tx, await openEntry(tx, kind, id), Number(text("days")), actionContext),
      );
      return { done: "", address: new URL(made.path, publicUrl).href };
    },
    revoke: async ({ text }, { db, actionContext }) => {
      await write(db, (tx) => revokePreviewLink(tx, kind, id, text("link"), actionContext));
      return { done: "Link revoked." };
    },
  });
}

function kindOf(name: string): Kind {
  const kind = findKind(name);
  if (!kind) throw data(null, { status: 404 });
  return kind;
}

/** The panel as its own screen, for browsers without scripts. */
export default function Previews({ loaderData, actionData }: Route.ComponentProps) {
  const { kind, id, title, links } = loaderData;
  const address = actionData && "address" in actionData ? actionData.address : undefined;
  const crumbs = [{ name: title, path: `${kind.edit}/${id}` }];
  return (
    <Screen title="Preview links" crumbs={crumbs} answer={actionData}>
      <div className="pad preview-links">
        {address && <NewPreviewLink address={address} />}
        <PreviewLinksForm path={`/dashboard/previews/${kind.name}/${id}`} links={links} />
      </div>
    </Screen>
  );
}
