import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, ServerRouter } from "react-router";
import { LoomContext } from "./site/parts/loom.ts";
import { trimmings } from "./site/shell/trimmings.ts";
import { weave } from "./weave/weave.ts";

const loom = { draw: weave, trimmings };

/** The whole page in one piece; a render that reports an error is no page at all, so that nothing half-made is kept. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routing: EntryContext,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    let failure: unknown = null;
    const { pipe } = renderToPipeableStream(
      <LoomContext value={loom}>
        <ServerRouter context={routing} url={request.url} />
      </LoomContext>,
      {
        // Nothing is sent before the end, so nothing gains from being moved behind it.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady() {
          if (failure !== null) return reject(failure);
          headers.set("content-type", "text/html; charset=utf-8");
          pipe(collect((body) => resolve(new Response(body, { status, headers }))));
        },
        onShellError: reject,
        onError(error) {
          failure ??= error;
        },
      },
    );
  });
}

function collect(finish: (body: Buffer<ArrayBuffer>) => void): Writable {
  const chunks: Buffer[] = [];
  return new Writable({
    highWaterMark: 16 * 1024 * 1024,
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
    final(done) {
      finish(Buffer.concat(chunks));
      done();
    },
  });
}
