import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { join } from "node:path";
import { openNotFoundLog } from "#app/domain/content/not-found-log.ts";
import { findMoved } from "#app/domain/content/urls/find-moved.ts";
import { findRedirect } from "#app/domain/content/urls/resolve-urls.ts";
import { isProbe } from "#app/platform/http/listener/builtin-endpoints.ts";
import { hasSettings } from "../domain/company/settings.ts";
import type { Database } from "../platform/database/database.ts";
import { createPageCache } from "../platform/http/cache/page-cache.ts";
import type { PageViews } from "../platform/http/cache/page-views.ts";
import type { Application } from "../platform/http/listener/listener-options.ts";
import { createSiteServer } from "../platform/http/listener/site-server.ts";
import { createMetrics, type Figure } from "../platform/http/metrics/metrics.ts";
import { openAssets } from "../platform/http/responses/assets.ts";
import type { Logger } from "../platform/runtime/log.ts";
import { type Env, WrongSetting } from "../platform/settings/env.ts";
import { addressRules } from "./addresses.ts";
import { type ApplicationDependencies, createApplication } from "./application.ts";
import { redirectMoved } from "./redirect-moved.ts";

const cacheBytes = 32 * 1024 * 1024;

export interface Serving {
  env: Env;
  log: Logger;
  pageViews: PageViews;
  /** Metrics of the product at `/metrics`. */
  figures: readonly Figure[];
  /** Lines for `/readyz`, shown to holders of the metrics token. */
  explain(): Promise<readonly string[]>;
  /** Middleware of the development server, which receives requests first. */
  before?: ((...args: [...Parameters<RequestListener>, next: () => void]) => void) | undefined;
}

/**
 * Throws a `WrongSetting` if a port is in use. A first start calls this before it creates content; an inherited
 * socket already listens.
 */
export async function requireFreePorts(
  env: Pick<Env, "host" | "port" | "metricsPort" | "inheritedSocket">,
): Promise<void> {
  const { host, port, metricsPort, inheritedSocket } = env;
  const probes = [
    ...(inheritedSocket === null ? [{ port, variable: "PORT", host } as const] : []),
    ...(metricsPort === null ? [] : [{ port: metricsPort, variable: "METRICS_PORT", host } as const]),
  ];
  for (const probe of probes) {
    const server = await listen(createServer(), probe);
    server.close();
    await once(server, "close");
  }
}

/** Starts to listen; returns a function that stops the server. */
export async function serve(
  dependencies: ApplicationDependencies,
  { env, log, pageViews, before, figures, explain }: Serving,
): Promise<() => Promise<void>> {
  const cache = createPageCache({ addresses: addressRules, maxBytes: env.isDevelopment ? 0 : cacheBytes });
  dependencies.db.changes.onChange((tags) => (tags === null ? cache.clear() : cache.drop(tags)));
  const redirectTo = (place: string | null) => (place === null ? null : redirectMoved(dependencies, place));
  const notFoundLog = openNotFoundLog(dependencies.db, dependencies.clock, (err) =>
    log.error({ err }, "failed to flush 404 log"),
  );
  const metrics = createMetrics({
    cache,
    token: env.metricsToken,
    figures,
  });
  const assets = env.isDevelopment
    ? null
    : await openAssets(join(dependencies.folder, "build/client"), env.publicUrl);
  const { server, drain } = createSiteServer({
    application: chooseApplication(dependencies, env),
    cache,
    addresses: addressRules,
    assets,
    publicUrl: env.publicUrl,
    trustProxy: env.trustProxy,
    onNotFound: (path, referrer) => notFoundLog.note(path, referrer),
    redirectMoved: async (address) => redirectTo(await findRedirect(dependencies.db, address)),
    redirectSlashless: async (address) => redirectTo(await findMoved(dependencies.db, address)),
    log,
    metrics,
    pageViews,
    ready: () => canRead(dependencies.db),
    isProbe: (authorization) => isProbe(dependencies.db.encryption, authorization, dependencies.clock.now()),
    explain,
    isDevelopment: env.isDevelopment,
    isEveryAnswerLogged: env.accessLog,
    ...(before ? { before } : {}),
  });
  await (env.inheritedSocket === null
    ? listen(server, { port: env.port, variable: "PORT", host: env.host })
    : takeOver(server, env.inheritedSocket));
  const figuresServer =
    env.metricsPort === null
      ? null
      : await listen(createServer(metrics.listener), {
          port: env.metricsPort,
          variable: "METRICS_PORT",
          host: env.host,
        });
  return async () => {
    await drain.stop();
    await notFoundLog.stop();
    figuresServer?.close();
  };
}

/** In development, each request uses the newest sources. */
function chooseApplication(dependencies: ApplicationDependencies, env: Env): Application {
  if (import.meta.env.PROD || !env.isDevelopment) return createApplication(dependencies);
  return async (request, requestContext) =>
    (await import("./application.ts")).createApplication(dependencies)(request, requestContext);
}

/**
 * Length of the accept queue. The socket stays open while one process replaces another, and new
 * connections wait in it.
 */
const acceptQueueLength = 4096;

async function takeOver(server: Server, fd: number): Promise<void> {
  server.listen({ fd, backlog: acceptQueueLength });
  await once(server, "listening");
}

async function listen(
  server: Server,
  { port, variable, host }: { port: number; variable: "PORT" | "METRICS_PORT"; host: string },
): Promise<Server> {
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    switch (error instanceof Error && "code" in error ? error.code : null) {
      case "EADDRINUSE":
        throw new WrongSetting(variable, `port ${port} is in use; set another one`);
      case "EACCES":
        throw new WrongSetting(variable, `this user may not listen on port ${port}; set 1024 or higher`);
      case "EADDRNOTAVAIL":
      case "ENOTFOUND":
      case "EAI_AGAIN":
      case "EINVAL":
        throw new WrongSetting(
          "HOST",
          `${host} is not an address of this machine; set one of its own, 127.0.0.1 for local access only, or 0.0.0.0 for all`,
        );
      default:
        throw error;
    }
  }
  return server;
}

/**
 * Whether the database answers, its file exists and changes of other instances arrive; otherwise
 * pages could be outdated or writes could be lost.
 */
async function canRead(db: Database): Promise<boolean> {
  await hasSettings(db);
  return db.changes.readStatus().isListening && (db.file?.readLoss() ?? null) === null;
}
