import { type ReactNode, use } from "react";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteLoaderData,
} from "react-router";
import { ServerMarkupContext, splashScript } from "#app/site/parts/server-drawn.tsx";
import { sheetPrecedence } from "#app/site/seo/head.ts";
import address from "#app/site/styles/site.css?url";
import type { Route } from "./+types/root.ts";
import dashboardStyle from "./dashboard/styles/dashboard.css?url";
import latin from "./lib/ui/fonts/anek-latin.woff2?url";
import banglaSheet from "./lib/ui/styles/bangla.css?url";
import { trustHtml } from "./lib/ui/trusted-html.ts";
import { signedInScript } from "./site/account/browser/signed-in-hint.ts";
import { ErrorPage } from "./site/shell/error-page.tsx";

/** Paths that are not public pages: dashboard, API, files and artwork. */
const otherPaths = /^\/(dashboard|api|files|weave)(\/|$)|\.\w+$/;

/**
 * Prevents errors of cross-document view transitions: links to other documents than public pages skip the transition,
 * and a timeout after four seconds is ignored. Runs before the first paint.
 */
const fadeScript =
  `addEventListener("pageswap",(e)=>{e.viewTransition&&${otherPaths}.test(new URL(e.activation?.entry?.url??"/",location.href).pathname)&&e.viewTransition.skipTransition()});` +
  "document.activeViewTransition?.ready.catch(()=>{});";

/**
 * Inline script that runs before the first paint. Only the server renders it, so the browser bundle leaves it out.
 */
const firstScript = {
  __html: import.meta.env.SSR ? trustHtml(signedInScript + splashScript + fadeScript) : "",
};

/** Document of all public pages and of the dashboard. */
export function Layout({ children }: { children: ReactNode }) {
  const isDashboard = useMatches().some(({ id }) => id === "dashboard/shell/shell");
  const server = use(ServerMarkupContext);
  const mark = server?.mark;
  const frame = useRouteLoaderData<{ theme?: string }>("dashboard/shell/shell");
  const isAlwaysDay = useRouteLoaderData<{ hasNight?: boolean }>("site/shell/shell")?.hasNight === false;
  return (
    <html
      lang="en"
      data-scheme={isAlwaysDay ? "day" : undefined}
      data-theme={isDashboard ? (frame?.theme ?? "system") : undefined}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="preload" href={latin} as="font" type="font/woff2" crossOrigin="anonymous" />
        {isDashboard ? (
          <link rel="stylesheet" href={dashboardStyle} />
        ) : (
          <link rel="stylesheet" href={address} precedence={sheetPrecedence} />
        )}
        <Meta />
        {isDashboard ? (
          <meta name="robots" content="noindex" />
        ) : (
          <>
            <meta name="theme-color" content="#ffffff" />
            {!isAlwaysDay && (
              <meta name="theme-color" content="#0a1226" media="(prefers-color-scheme: dark)" />
            )}
          </>
        )}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icons/180.png" />
        <link rel="manifest" href="/site.webmanifest" />
        <Links />
        {!isDashboard && (
          <>
            <script type="module" src={server?.siteScript} data-site="" />
            {server?.isSecret && <meta name="referrer" content="no-referrer" />}
            {/* Bangla fonts; the script of the page declares them after the first paint. */}
            {import.meta.env.PROD ? (
              <noscript>
                <link rel="stylesheet" href={banglaSheet} />
              </noscript>
            ) : (
              <link rel="stylesheet" href={banglaSheet} precedence={sheetPrecedence} />
            )}
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: constants of this site */}
            <script nonce={mark} dangerouslySetInnerHTML={firstScript} suppressHydrationWarning />
          </>
        )}
      </head>
      <body>
        {isDashboard && (
          <noscript>
            <p className="strip">
              The dashboard needs JavaScript. Turn it on in your browser, then load this page again.
            </p>
          </noscript>
        )}
        {children}
        {isDashboard && (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

/** Shown when the layout itself fails to render. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main id="main">
      <ErrorPage error={error} />
    </main>
  );
}
