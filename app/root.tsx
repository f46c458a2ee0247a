import type { ReactNode } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from "react-router";
import type { Route } from "./+types/root.ts";
import latin from "./site/fonts/anek-latin.woff2?url";
import { Lost } from "./site/shell/lost.tsx";
import { splashScript } from "./site/shell/splash.tsx";
import { StyleSheet } from "./site/shell/style-sheet.tsx";

/** The document around every page. */
export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="preload" href={latin} as="font" type="font/woff2" crossOrigin="anonymous" />
        <StyleSheet />
        <Meta />
        <meta name="theme-color" content="#ffffff" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icons/180.png" />
        <link rel="manifest" href="/site.webmanifest" />
        <Links />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this site */}
        <script dangerouslySetInnerHTML={{ __html: splashScript }} />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        {/* A browser has been started by what this writes; drawn once more it would fetch what the start has spared it. */}
        {import.meta.env.SSR ? <Scripts /> : null}
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

/** Only reached when not even the frame around the pages could be made. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main id="main">
      <Lost error={error} />
    </main>
  );
}
