import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { join } from "node:path";
import { openNotFoundLog } from "#app/content/not-found-log.ts";
import { findMoved } from "#app/content/urls/find-moved.ts";
import { findRedirect } from "#app/content/urls/resolve-urls.ts";
import { isProbe } from "#app/http/listener/builtin-endpoints.ts";
import { addressRules } from "./addresses.ts";
import { type ApplicationDependencies, createApplication } from "./application.ts";
import { hasSettings } from "./company/settings.ts";
import type { Database } from "./database/database.ts";
import { createPageCache } from "./http/cache/page-cache.ts";
import type { PageViews } from "./http/cache/page-views.ts";
import type { Application } from "./http/listener/listener-options.ts";
import { createSiteServer } from "./http/listener/site-server.ts";
import { createMetrics, type Figure } from "./http/ops/metrics.ts";
import { openAssets } from "./http/responses/assets.ts";
import type { Logger } from "./platform/log.ts";
import { type Env, WrongSetting } from "./platform/settings/env.ts";

const cacheBytes = 32 * 1024 * 1024;

export interface Serving {
  env: Env;
  log: Logger;
  pageViews: PageViews;
  /** What the product tells of itself at `/metrics`. */
  figures: readonly Figure[];
  /** And, in lines, whoever asks `/readyz` with the token of the figures. */
  explain(): Promise<readonly string[]>;
  /** In development: what serves the sources to the browser, before anything else is asked. */
  before?: ((...args: [...Parameters<RequestListener>, next: () => void]) => void) | undefined;
}

/**
 * Throws a WrongSetting where the site could not listen on its ports. A first start calls it before it fills anything; an
 * inherited socket listens already.
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

/** Listens; answers what stops it. */
export async function serve(
  parts: ApplicationDependencies,
  { env, log, pageViews, before, figures, explain }: Serving,
): Promise<() => Promise<void>> {
  const cache = createPageCache({ addresses: addressRules, maxBytes: env.isDevelopment ? 0 : cacheBytes });
  parts.db.changes.onChange((tags) => (tags === null ? cache.clear() : cache.drop(tags)));
  const lost = openNotFoundLog(parts.db, parts.clock, (err) =>
    log.error({ err }, "lost addresses could not be kept"),
  );
  const metrics = createMetrics({
    cache,
    token: env.metricsToken,
    figures,
  });
  const assets = env.isDevelopment
    ? null
    : await openAssets(join(parts.folder, "build/client"), env.publicUrl);
  const { server, drain } = createSiteServer({
    application: chooseApplication(parts, env),
    cache,
    addresses: addressRules,
    assets,
    publicUrl: env.publicUrl,
    trustProxy: env.trustProxy,
    onNotFound: (path, referrer) => lost.note(path, referrer),
    findMoved: (address) => findRedirect(parts.db, address),
    findSlashless: (address) => findMoved(parts.db, address),
    log,
    metrics,
    pageViews,
    ready: () => canRead(parts.db),
    isProbe: (authorization) => isProbe(parts.db.encryption, authorization, parts.clock.now()),
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
    await lost.stop();
    figuresServer?.close();
  };
}

/** In development every request meets the newest sources. */
function chooseApplication(parts: ApplicationDependencies, env: Env): Application {
  if (import.meta.env.PROD || !env.isDevelopment) return createApplication(parts);
  return async (request, requestContext) =>
    (await import("./application.ts")).createApplication(parts)(request, requestContext);
}

/** While one process ends and the next begins, the socket's holder keeps it open and those who come meanwhile wait in it. */
const mostWaiting = 4096;

async function takeOver(server: Server, fd: number): Promise<void> {
  server.listen({ fd, backlog: mostWaiting });
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
        throw new WrongSetting(variable, `something else listens on ${port}; give another port`);
      case "EACCES":
        throw new WrongSetting(variable, `this user may not listen on ${port}; give a port from 1024 on`);
      case "EADDRNOTAVAIL":
      case "ENOTFOUND":
      case "EAI_AGAIN":
      case "EINVAL":
        throw new WrongSetting(
          "HOST",
          `${host} is no address of this machine; give one of its own, 127.0.0.1 for this machine alone, or 0.0.0.0 for all`,
        );
      default:
        throw error;
    }
  }
  return server;
}

/**
 * Whether the database answers, and its file is still there, and changes of other instances are heard: without that, pages would
 * be shown that are old, or nothing could be kept.
 */
async function canRead(db: Database): Promise<boolean> {
  await hasSettings(db);
  return db.changes.readStatus().isListening && (db.file?.readLoss() ?? null) === null;
}
