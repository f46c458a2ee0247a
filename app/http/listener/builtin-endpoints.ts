import type { IncomingMessage } from "node:http";
import { createHealth } from "../ops/health.ts";
import { problem } from "../responses/problems.ts";
import type { ListenerOptions } from "./application.ts";
import { isReading } from "./incoming.ts";
import { type Target, writeTarget } from "./target.ts";

/** Answers the application is not asked for: health, figures, missing files of the build, one slash too many. */
export function createBuiltinEndpoints(options: ListenerOptions) {
  const { metrics, assets } = options;
  const health = createHealth({
    ready: options.ready,
    isDraining: options.isDraining ?? (() => false),
    ...(options.explain && { explain: options.explain }),
  });

  return async (request: IncomingMessage, target: Target): Promise<Response | null> => {
    if (!isReading(request.method)) return null;
    const { path } = target;
    if (path === "/healthz") return health.alive();
    if (path === "/readyz")
      return health.ready({ isExplained: metrics.isAllowed(request.headers.authorization) });
    if (path === "/metrics") return showFigures(request.headers.authorization);
    if (assets && path.startsWith("/assets/")) return notFound();
    if (path.endsWith("/") && path !== "/") return withoutSlash(target);
    return null;
  };

  async function showFigures(authorization: string | undefined): Promise<Response> {
    if (!metrics.isAllowed(authorization)) return notFound();
    return new Response(await metrics.text(), { headers: { "content-type": metrics.contentType } });
  }
}

function notFound(): Response {
  return problem(404, "Not found", "There is nothing at this address.");
}

function withoutSlash({ path, query }: Target): Response {
  // The path begins with exactly one slash: no browser takes it for the name of another host.
  const location = writeTarget({ path: path.slice(0, -1), query });
  return new Response(null, { status: 308, headers: { location, "cache-control": "public, max-age=3600" } });
}
