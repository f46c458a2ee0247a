import { once } from "node:events";
import { z } from "zod";
import { type ActionContext, recordAudit } from "#app/domain/audit/audit.ts";
import { DomainError, PlainError } from "#app/lib/errors/domain-error.ts";
import { type Database, write } from "#app/platform/database/database.ts";
import { holdLease } from "#app/platform/database/leases.ts";
import { startSubprocess } from "#app/platform/jobs/subprocess.ts";
import type { Installation } from "#app/platform/services.ts";

/** Input of the export process. */
export const exportOrder = z.object({
  withPeople: z.boolean(),
  /** Milliseconds between keep-alive blanks while the process collects the texts. */
  blankEveryMs: z.number(),
});

export type ExportOrder = z.infer<typeof exportOrder>;

export interface ExportParts extends Installation {
  db: Database;
  /** Maximum milliseconds of a download; shorter in tests. */
  maxMs?: number;
}

export interface ExportRequest extends Pick<ExportOrder, "withPeople"> {
  /** Aborts when the client disconnects, also before the first chunk. */
  gone?: AbortSignal;
  /** Whether the user still has access; called every few seconds during the download. */
  isAllowed?: () => Promise<boolean>;
  /** Milliseconds between calls of `isAllowed`; shorter in tests. */
  askEveryMs?: number;
}

const defaultAskEveryMs = 5000;
const defaultMaxMs = 4 * 3_600_000;
/** Less than the common timeout of proxies of one minute. */
const blankEveryMs = 10_000;

/**
 * Streams the whole site as the JSON file of docs/import.md from a subprocess with backpressure; the stream fails if the
 * export is incomplete. Throws a DomainError during another download, and a PlainError if the export fails to start.
 */
export async function openExport(
  parts: ExportParts,
  exportRequest: ExportRequest,
  { actor }: ActionContext,
): Promise<AsyncIterable<Uint8Array>> {
  const { withPeople, gone } = exportRequest;
  const begun = Promise.withResolvers<AsyncIterable<Uint8Array>>();
  const work = async (held: AbortSignal) => {
    const ends = gone ? [held, gone] : [held];
    const made = startExport(parts, { withPeople, blankEveryMs }, ends);
    try {
      const chunks = made.chunks();
      const first = await chunks.next();
      if (first.done) throw new PlainError("The export is empty.");
      await write(parts.db, (tx) =>
        recordAudit(tx, actor, "site.export", "", withPeople ? "with people" : "content only"),
      );
      begun.resolve(streamChunks(first.value, whileAllowed(chunks, exportRequest), () => over));
    } catch (error) {
      made.stop();
      throw error;
    } finally {
      await made.ended;
    }
    return true;
  };
  const over = holdLease(parts.db, { name: "export", forMs: 60_000 }, work);
  over.then((done) => {
    if (done === null)
      begun.reject(
        new DomainError(
          "in-use",
          "An export is already being downloaded. Start this one when it has finished.",
        ),
      );
  }, begun.reject);
  return begun.promise;
}

async function* streamChunks(
  first: Uint8Array,
  rest: AsyncGenerator<Uint8Array>,
  over: () => Promise<unknown>,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield first;
    yield* rest;
  } finally {
    await rest.return(undefined);
    // Releases the lease first, so that the client can start another export.
    await over().catch(() => {});
  }
}

async function* whileAllowed(
  chunks: AsyncGenerator<Uint8Array>,
  { isAllowed, askEveryMs = defaultAskEveryMs }: ExportRequest,
): AsyncGenerator<Uint8Array, void, undefined> {
  let checkedAt = performance.now();
  for await (const chunk of chunks) {
    if (isAllowed && performance.now() - checkedAt >= askEveryMs) {
      checkedAt = performance.now();
      if (!(await isAllowed()))
        throw new PlainError(
          "The export was stopped: the person downloading it is no longer signed in as an admin.",
        );
    }
    yield chunk;
  }
}

function startExport(
  { folder, variables, maxMs = defaultMaxMs }: ExportParts,
  order: ExportOrder,
  ends: readonly AbortSignal[],
) {
  const signal = AbortSignal.any([...ends, AbortSignal.timeout(maxMs)]);
  const { child, describeEnd } = startSubprocess({ folder, variables, signal }, [
    "cli/small.ts",
    "subprocesses/export-subprocess",
    JSON.stringify(order),
  ]);
  // The pipe may close before the end of the export.
  const exited = once(child, "exit");
  const ended = exited.then(
    () => {},
    () => {},
  );
  const stop = () => void child.kill("SIGKILL");
  return {
    ended,
    stop,
    async *chunks(): AsyncGenerator<Uint8Array, void, undefined> {
      try {
        yield* child.stdout;
        const [code, endSignal] = await exited;
        if (code !== 0) throw new PlainError(`The export ended early: ${describeEnd(code ?? endSignal)}`);
      } finally {
        stop();
      }
    },
  };
}
