import { once } from "node:events";
import { z } from "zod";
import { type ActionContext, recordAudit } from "#app/audit/audit.ts";
import { type Database, write } from "#app/database/database.ts";
import { holdLease } from "#app/database/leases.ts";
import { DomainError, PlainError } from "#app/platform/domain-error.ts";
import { startSubprocess } from "#app/platform/subprocess.ts";

/** What the process of an export is told. */
export const exportOrder = z.object({
  withPeople: z.boolean(),
  /** Milliseconds after which it sends a blank, as long as the texts are still gathered. */
  blankEveryMs: z.number(),
});

export type ExportOrder = z.infer<typeof exportOrder>;

export interface ExportParts {
  db: Database;
  /** Where the product is installed. */
  folder: string;
  /** The deployer's. */
  variables: Record<string, string | undefined>;
  /** Milliseconds that a download may take; tests have less patience. */
  mostMs?: number;
}

export interface ExportRequest extends Pick<ExportOrder, "withPeople"> {
  /** Aborts when its reader goes, also before there is anything to read. */
  gone?: AbortSignal;
  /** Whether its reader may still have it; asked every few seconds while it is read. */
  isAllowed?: () => Promise<boolean>;
  /** Milliseconds between two such questions; tests have less patience. */
  askEveryMs?: number;
}

const defaultAskEveryMs = 5000;
const defaultMostMs = 4 * 3_600_000;
/** Less than the minute after which proxies give an answer up. */
const blankEveryMs = 10_000;

/**
 * The whole site as the one JSON file of docs/import.md, made by a process of its own while it is read, and only as fast. Answers
 * once there is something to send; the stream fails where the export is not whole. Throws a DomainError while another export is
 * being downloaded, a PlainError where this one could not begin.
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
      begun.resolve(goOn(first.value, whileAllowed(chunks, exportRequest), () => over));
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

async function* goOn(
  first: Uint8Array,
  rest: AsyncGenerator<Uint8Array>,
  over: () => Promise<unknown>,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield first;
    yield* rest;
  } finally {
    await rest.return(undefined);
    // Who has read it to its end may begin another one.
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
          "An export was cut off: the person downloading it is no longer signed in as an admin.",
        );
    }
    yield chunk;
  }
}

function startExport(
  { folder, variables, mostMs = defaultMostMs }: ExportParts,
  order: ExportOrder,
  ends: readonly AbortSignal[],
) {
  const signal = AbortSignal.any([...ends, AbortSignal.timeout(mostMs)]);
  const { child, describeEnd } = startSubprocess({ folder, variables, signal }, [
    "cli/small.ts",
    "export-subprocess",
    JSON.stringify(order),
  ]);
  // The pipe may be closed before all of it was read.
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
