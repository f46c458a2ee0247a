import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, test } from "vitest";
import type { Logger } from "#app/platform/runtime/log.ts";
import { createRequestContext } from "../listener/request-context.ts";
import type { Metrics } from "./metrics.ts";
import { createReporter } from "./report.ts";

/** Logs a request with the given status and returns the line. */
function lineOf(status: number): Record<string, unknown> {
  const lines: Record<string, unknown>[] = [];
  const write = (line: Record<string, unknown>) => lines.push(line);
  // Contains only what the reporter calls.
  const log = { info: write, debug: write, error: write } as unknown as Logger;
  const metrics = { answered: () => {} } as unknown as Metrics;
  const report = createReporter({ log, metrics });
  report({
    request: { method: "POST", url: "/login?next=/dashboard", headers: {} } as IncomingMessage,
    response: { statusCode: status, writableFinished: true } as ServerResponse,
    requestContext: createRequestContext({ id: "r-1", address: "203.0.113.77", secure: true }),
    milliseconds: 1.234,
    error: undefined,
  });
  return lines[0] ?? {};
}

test("ASVS 16.3.3 logs a refused request with its shortened network", () => {
  for (const status of [400, 401, 403, 413, 422, 429])
    expect(lineOf(status)).toMatchObject({ status, path: "/login", network: "203.0.113.0/24" });
});

test("does not log the network of other requests", () => {
  for (const status of [200, 303, 404, 503]) expect(lineOf(status).network).toBeUndefined();
});
