import type { ReactNode } from "react";
import { Outlet, useLocation, useRouteLoaderData } from "react-router";
import { pageContext } from "#app/domain/routing/page-context.ts";
import type { ShellData } from "#app/site/parts/shell-data.ts";
import type { Route } from "./+types/shell.ts";
import { ErrorPage } from "./error-page.tsx";
import { PageFrame } from "./page-frame.tsx";
import { frameContext, readShell } from "./read-shell.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { shell, drawn } = await readShell(context.get(pageContext));
  context.set(frameContext, drawn);
  return shell;
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
      <ErrorPage error={error} />
    </Frame>
  );
}

function Frame({ shell, children }: { shell: ShellData; children: ReactNode }) {
  return (
    <PageFrame shell={shell} pathname={useLocation().pathname}>
      {children}
    </PageFrame>
  );
}
