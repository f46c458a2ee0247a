import { CSPProvider } from "@base-ui/react/csp-provider";
import { data, Outlet, useNavigation } from "react-router";
import { readSettings } from "#app/domain/company/settings.ts";
import { kinds } from "#app/domain/content/kinds.ts";
import { countNew } from "#app/domain/leads/inbox/count-inbox.ts";
import { countFailedMail } from "#app/domain/mail/outbox/status.ts";
import { resources } from "#app/ops/resources/resources.server.ts";
import type { Database } from "#app/platform/database/database.ts";
import { describeKind } from "../content/kind-of-screen.ts";
import { UnsavedProvider } from "../content/saving/unsaved-store.tsx";
import { readFlash } from "../parts/handle-action.ts";
import { requireScreen, type Staff } from "../parts/require-screen.ts";
import { ToastProvider } from "../parts/toasts.tsx";
import type { Route } from "./+types/shell.ts";
import type { LayoutData } from "./layout-data.ts";
import { Palette } from "./palette.tsx";
import { useRestoredFocus } from "./restored-focus.ts";
import { ScreenError } from "./screen-error.tsx";
import { SessionWatch } from "./session-watch.tsx";
import { ShortcutProvider } from "./shortcuts.tsx";
import { Sidebar } from "./sidebar.tsx";
import { readTheme } from "./theme.ts";
import { readUnsavedKey } from "./unsaved-key.ts";
import { useAccessToken } from "./use-access-token.ts";

export async function loader(args: Route.LoaderArgs) {
  const { layout, cookie } = await readLayout(await requireScreen(args));
  return data(layout, { headers: cookie ? { "set-cookie": cookie } : {} });
}

export function headers({ loaderHeaders, errorHeaders }: Route.HeadersArgs) {
  const headers = new Headers([...loaderHeaders, ...(errorHeaders ?? [])]);
  headers.set("cache-control", "no-store");
  return headers;
}

/** Layout of all dashboard screens. */
export default function Shell({ loaderData: layout }: Route.ComponentProps) {
  useAccessToken(layout.person.email);
  useRestoredFocus();
  return (
    // The Content Security Policy blocks injected styles.
    <CSPProvider disableStyleElements>
      <ShortcutProvider>
        <ToastProvider flash={layout.flash}>
          <a className="skip" href="#main">
            Skip to content
          </a>
          <Progress />
          <div className="app">
            <Sidebar layout={layout} />
            <main id="main" tabIndex={-1}>
              <UnsavedProvider unsavedKey={layout.unsavedKey}>
                <Outlet />
              </UnsavedProvider>
            </main>
          </div>
          <Palette layout={layout} />
          <SessionWatch personId={layout.person.id} idleMinutes={layout.idleMinutes} />
        </ToastProvider>
      </ShortcutProvider>
    </CSPProvider>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main id="main" className="alone">
      <ScreenError error={error} isInLayout={false} />
    </main>
  );
}

/** Progress line at the top while the next screen loads. */
function Progress() {
  const isLoading = useNavigation().state !== "idle";
  return <div className={isLoading ? "under-way on" : "under-way"} aria-hidden="true" />;
}

/** @returns the layout, and a Set-Cookie value or "" */
async function readLayout(staff: Staff): Promise<{ layout: LayoutData; cookie: string }> {
  const { db, person, request, timeZone } = staff;
  const { company } = await readSettings(db);
  const { flash, forget } = readFlash(request);
  const { id, name, email, image } = person;
  const role = person.role === "admin" ? "admin" : "editor";
  const layout: LayoutData = {
    company: company.name,
    person: { id, name, email, photo: image, role },
    idleMinutes: (await staff.accounts.staffIdleMinutes())[role],
    unsavedKey: await readUnsavedKey(db, id),
    theme: readTheme(request, staff.publicUrl),
    timeZone,
    now: staff.actionContext.now.toISOString(),
    flash,
    kinds: kinds.map(describeKind),
    resources: resources
      .filter((one) => one.isInMenu && (one.role === "editor" || person.role === "admin"))
      .map((one) => ({ name: one.name, title: one.title, path: `/dashboard/${one.path}` })),
    waiting: await countWaiting(db),
  };
  return { layout, cookie: forget };
}

async function countWaiting(db: Database): Promise<LayoutData["waiting"]> {
  return {
    messages: await countNew(db, "message"),
    calls: await countNew(db, "call"),
    mail: await countFailedMail(db),
  };
}
