import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { Outlet, useRouteLoaderData } from "react-router";
import { pageContext } from "#app/pages/page-context.ts";
import type { ShellData } from "#app/site/parts/shell-data.ts";
import type { Route } from "./+types/shell.ts";
import { useArrival } from "./arrival.ts";
import { useIsLost } from "./connection.ts";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { LineLost } from "./line-lost.tsx";
import { Lost } from "./lost.tsx";
import { ProgressBar } from "./progress-bar.tsx";
import { readShell } from "./read-shell.ts";
import { Selvedge } from "./selvedge.tsx";
import { Splash } from "./splash.tsx";

/** Anyone. */
export function loader({ context }: Route.LoaderArgs) {
  return readShell(context.get(pageContext));
}

export default function Shell({ loaderData }: Route.ComponentProps) {
  return (
    <Frame shell={loaderData}>
      <Outlet />
    </Frame>
  );
}

/** What the frame held last in this browser: a page that can't be fetched takes the frame's own data with it. */
let lastShell: ShellData | null = null;

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const shell = useRouteLoaderData<ShellData>("site/shell/shell") ?? lastShell;
  if (!shell) throw error;
  return (
    <Frame shell={shell}>
      <Lost error={error} />
    </Frame>
  );
}

function Frame({ shell, children }: { shell: ShellData; children: ReactNode }) {
  const isLoading = useArrival();
  const isUnderWay = !useIsLost() && isLoading;
  const UnderWay = useUnderWay();
  useEffect(() => {
    lastShell = shell;
  }, [shell]);
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <ProgressBar />
      <Header shell={shell} />
      <main id="main" tabIndex={-1} aria-busy={isUnderWay}>
        {children}
      </main>
      <Footer shell={shell} />
      <LineLost />
      {UnderWay && <UnderWay />}
      <Selvedge company={shell.company} />
      {shell.hasSplash && <Splash name={shell.company.name} />}
    </>
  );
}

/** Milliseconds after which it is fetched for whoever only reads. */
const unasked = 3000;
const signsOfUse = ["pointermove", "pointerdown", "keydown", "scroll", "online"] as const;

/**
 * What says that a page is under way. A first visit is not made to wait for it, but it is there before anything can be
 * pressed: fetched at the first sign of use, or soon after; and again at the next where that failed.
 */
function useUnderWay(): ComponentType | null {
  const [part, setPart] = useState<{ UnderWay: ComponentType } | null>(null);
  useEffect(() => {
    if (part) return;
    const load = () => void import("./under-way.tsx").then(setPart, () => {});
    const timer = setTimeout(load, unasked);
    for (const sign of signsOfUse) addEventListener(sign, load, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const sign of signsOfUse) removeEventListener(sign, load);
    };
  }, [part]);
  return part?.UnderWay ?? null;
}
