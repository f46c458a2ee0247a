import type { ReactNode } from "react";
import { Outlet, useRouteLoaderData } from "react-router";
import { pageContext } from "#app/pages/page-context.ts";
import type { ShellData } from "#app/site/parts/shell-data.ts";
import type { Route } from "./+types/shell.ts";
import { useArrival } from "./arrival.ts";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
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

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const shell = useRouteLoaderData<ShellData>("site/shell/shell");
  if (!shell) throw error;
  return (
    <Frame shell={shell}>
      <Lost error={error} />
    </Frame>
  );
}

function Frame({ shell, children }: { shell: ShellData; children: ReactNode }) {
  const isUnderWay = useArrival();
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
      <Selvedge company={shell.company} />
      {shell.hasSplash && <Splash name={shell.company.name} />}
    </>
  );
}
