import { type ReactNode, useEffect } from "react";
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  Outlet,
  type RouteObject,
  type ShouldRevalidateFunctionArgs,
  UNSAFE_withComponentProps,
  UNSAFE_withErrorBoundaryProps,
  useFetchers,
  useLocation,
  useMatches,
  useNavigation,
  useRouteError,
} from "react-router";
import { guardModule } from "#app/domain/routing/guard.ts";
import config from "#app/routes.ts";
import type { ProductRoute } from "#app/server/declare-routes.ts";

/** Exports of a route module that React Router's framework mode uses. */
export interface RouteModule {
  default?: Parameters<typeof UNSAFE_withComponentProps>[0];
  ErrorBoundary?: Parameters<typeof UNSAFE_withErrorBoundaryProps>[0];
  loader?: Handler;
  action?: Handler;
}

/** Router state that is rendered in the document. */
export interface RenderedState {
  /** Key of the location. */
  key: string;
  isIdle: boolean;
  loaderData: Record<string, unknown>;
}

type OnRendered = (state: RenderedState) => void;

export type Handler = (args: LoaderFunctionArgs | ActionFunctionArgs) => unknown;

/** Route of `app/routes.ts` below /dashboard with its address. */
export interface DashboardRoute {
  id: string;
  /** Path such as "/dashboard/user/:id". */
  path: string;
  file: string;
  isScreen: boolean;
  load(): Promise<RouteModule>;
}

const files = import.meta.glob<RouteModule>("/app/dashboard/**/*.{ts,tsx}");

const dashboard = config.filter(({ path }) => path === "dashboard");

/** Every dashboard route with its own address. */
export function listDashboardRoutes(): DashboardRoute[] {
  return dashboard.flatMap((entry) => listBelow(entry, "/"));
}

/**
 * Dashboard routes of `app/routes.ts` for a browser router. Loaders and actions run through `serve`, which converts browser
 * requests to server requests; any other address shows the location itself.
 *
 * @param onRendered called with the router state that was rendered
 */
export function dashboardRoutes(
  serve: (handler: Handler) => Handler,
  onRendered: OnRendered = () => {},
): RouteObject[] {
  return [
    {
      id: "root",
      HydrateFallback: () => null,
      Component: () => (
        <Rendered onRendered={onRendered}>
          <Outlet />
        </Rendered>
      ),
      ErrorBoundary: () => (
        <Rendered onRendered={onRendered}>
          <p role="alert">{`Unexpected error: ${useRouteError()}`}</p>
        </Rendered>
      ),
      children: [...dashboard.map((entry) => toRoute(entry, serve)), { path: "*", Component: OtherPage }],
    },
  ];
}

function Rendered({ onRendered, children }: { onRendered: OnRendered; children: ReactNode }) {
  const { key } = useLocation();
  const { state } = useNavigation();
  const fetchers = useFetchers();
  const matches = useMatches();
  useEffect(() =>
    onRendered({
      key,
      isIdle: state === "idle" && fetchers.every((fetcher) => fetcher.state === "idle"),
      loaderData: Object.fromEntries(matches.map(({ id, loaderData }) => [id, loaderData])),
    }),
  );
  return children;
}

function OtherPage() {
  const { pathname, search } = useLocation();
  return <p role="note">{`Left the dashboard for ${pathname}${search}`}</p>;
}

function listBelow(entry: ProductRoute, parentPath: string): DashboardRoute[] {
  const path = entry.path === undefined ? parentPath : `${parentPath.replace(/\/$/, "")}/${entry.path}`;
  const children = (entry.children ?? []).flatMap((child) => listBelow(child, path));
  const hasOwnAddress = entry.index === true || (entry.path !== undefined && !entry.children?.length);
  if (!hasOwnAddress) return children;
  return [
    { id: entry.id, path, file: entry.file, isScreen: entry.file.endsWith(".tsx"), load: loaderOf(entry) },
  ];
}

function toRoute(entry: ProductRoute, serve: (handler: Handler) => Handler): RouteObject {
  const { path, index, children = [] } = entry;
  const route = {
    id: entry.id,
    ...(path !== undefined && { path }),
    lazy: () => prepare(entry, serve),
  };
  if (index) return { ...route, index: true };
  return { ...route, children: children.map((child) => toRoute(child, serve)) };
}

function loaderOf({ file }: ProductRoute): () => Promise<RouteModule> {
  const load = files[`/app/${file}`];
  if (!load) throw new Error(`app/routes.ts names app/${file}, which does not exist.`);
  return load;
}

async function prepare(entry: ProductRoute, serve: (handler: Handler) => Handler) {
  const {
    default: Screen,
    ErrorBoundary,
    loader,
    action,
  } = guardModule(await loaderOf(entry)(), entry.rules);
  return {
    shouldRevalidate,
    ...(Screen && { Component: UNSAFE_withComponentProps(Screen) }),
    ...(ErrorBoundary && { ErrorBoundary: UNSAFE_withErrorBoundaryProps(ErrorBoundary) }),
    ...(loader && { loader: serve(loader) }),
    ...(action && { action: serve(action) }),
  };
}

/** Revalidates as framework mode does: all loaders, but not after a rejected action. */
function shouldRevalidate({ actionStatus }: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus === undefined || actionStatus < 400;
}
