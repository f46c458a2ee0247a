import { use } from "react";
import { matchRoutes, UNSAFE_DataRouterContext, UNSAFE_FrameworkContext } from "react-router";

/**
 * What a link to a screen takes so that the screen's scripts are fetched when somebody is about to open it. What it shows is not:
 * no answer of the dashboard is kept, so React Router's own prefetching would ask for it twice.
 */
export function usePreloadScreen(): (path: string) => { onPointerEnter(): void; onFocus(): void } {
  const routes = use(UNSAFE_DataRouterContext)?.router.routes ?? [];
  const pages = use(UNSAFE_FrameworkContext)?.manifest.routes ?? {};
  function preload(path: string): void {
    const entered = (matchRoutes(routes, path) ?? []).map(({ route }) => pages[route.id ?? ""]);
    const scripts = entered.flatMap((page) => (page ? [page.module, ...(page.imports ?? [])] : []));
    for (const href of scripts) {
      if (document.querySelector(`link[rel="modulepreload"][href="${CSS.escape(href)}"]`)) continue;
      document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
    }
  }
  return (path) => ({ onPointerEnter: () => preload(path), onFocus: () => preload(path) });
}
