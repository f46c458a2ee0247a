import { data, Outlet } from "react-router";
import { useAccessToken } from "#app/pages/use-access-token.ts";
import { UnsavedProvider } from "../content/saving/unsaved-provider.tsx";
import { openScreen } from "../parts/staff.ts";
import { ToastProvider } from "../parts/toasts.tsx";
import type { Route } from "./+types/shell.ts";
import { Broken } from "./broken.tsx";
import { useKeptFocus } from "./keep-focus.ts";
import { Palette } from "./palette.tsx";
import { Progress } from "./progress.tsx";
import { Rail } from "./rail.tsx";
import { readFrame } from "./read-frame.ts";
import { SessionWatch } from "./session-watch.tsx";
import { ShortcutProvider } from "./shortcuts.tsx";

/** Editors and admins. */
export async function loader(args: Route.LoaderArgs) {
  const { frame, cookie } = await readFrame(await openScreen(args));
  return data(frame, { headers: cookie ? { "set-cookie": cookie } : {} });
}

export function headers({ loaderHeaders, errorHeaders }: Route.HeadersArgs) {
  const headers = new Headers([...loaderHeaders, ...(errorHeaders ?? [])]);
  headers.set("cache-control", "no-store");
  return headers;
}

/** The frame around every screen of the back office. */
export default function Shell({ loaderData: frame }: Route.ComponentProps) {
  useAccessToken(frame.person.email);
  useKeptFocus();
  return (
    <ShortcutProvider>
      <ToastProvider said={frame.said}>
        <a className="skip" href="#main">
          Skip to content
        </a>
        <Progress />
        <div className="app">
          <Rail frame={frame} />
          <main id="main" tabIndex={-1}>
            <UnsavedProvider personId={frame.person.id} unsavedKey={frame.unsavedKey}>
              <Outlet />
            </UnsavedProvider>
          </main>
        </div>
        <Palette frame={frame} />
        <SessionWatch personId={frame.person.id} />
      </ToastProvider>
    </ShortcutProvider>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main id="main" className="alone">
      <Broken error={error} isInFrame={false} />
    </main>
  );
}
