import { Link } from "react-router";
import { FreshLink } from "#app/domain/accounts/browser/fresh-link.tsx";
import { requireScreen } from "../../parts/require-screen.ts";
import { Screen } from "../../parts/screen.tsx";
import type { Route } from "./+types/export.ts";

export async function loader(args: Route.LoaderArgs) {
  await requireScreen(args);
  return { isBusy: new URL(args.request.url).searchParams.has("busy") };
}

const file = "/dashboard/settings/export/file";

export default function Export({ loaderData: { isBusy } }: Route.ComponentProps) {
  return (
    <Screen title="Export" crumbs={[{ name: "Settings", path: "/dashboard/settings" }]}>
      <div className="pad stack wide-gap export">
        {isBusy && (
          <p role="alert" className="wrong">
            An export is already being downloaded. Start this one when it has finished.
          </p>
        )}
        <section className="stack">
          <h2>Content only</h2>
          <p className="note">
            Everything the site shows, with drafts, old versions, the trash, newsletters, pictures, documents,
            redirects and the settings. To import it into another Frontdesk, use Settings, Import there.
          </p>
          <div className="row">
            <FreshLink className="btn" href={file}>
              Download content
            </FreshLink>
          </div>
        </section>
        <section className="stack">
          <h2>Everything, with people</h2>
          <p className="note">
            The same, and also who wrote what, accounts without their passwords, messages and calls,
            subscribers with the proof of their consent, and the audit log. Keep this file safe: anyone who
            has it can read all of it. It is imported on the server, with npm run import.
          </p>
          <div className="row">
            <FreshLink className="btn quiet" href={`${file}?people=yes`}>
              Download everything
            </FreshLink>
          </div>
        </section>
        <section className="stack">
          <h2>Good to know</h2>
          <ul className="plain-list">
            <li>The file contains the site as of the start of the download. No copy stays on the server.</li>
            <li>
              Your browser shows the progress and can cancel the download. On a large site it takes a while to
              begin.
            </li>
            <li>
              A download that was cut off is incomplete: your browser reports the failure, and it can’t be
              imported. Start it again.
            </li>
            <li>
              An export is not a <Link to="/dashboard/backups">backup</Link>: passwords, sent mail, page
              views, webhooks and service tokens are left out.
            </li>
          </ul>
        </section>
      </div>
    </Screen>
  );
}
