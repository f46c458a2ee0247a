import type { IncomingMessage, Server } from "node:http";
import { hasBody, takesUploads } from "./request-body.ts";

/** How much longer than any other body a file may take: ten megabytes over a line of a third of a megabit. */
export const uploadPatience = 10;

/** Gives up what takes too long to come in; files get more time than anything else. */
export function endSlowBodies(server: Server, usualMs: number): void {
  const watch = (request: IncomingMessage) => {
    if (!hasBody(request)) return;
    const isUpload = takesUploads((request.url ?? "").split("?")[0] ?? "");
    const giveUp = () => {
      const late = Object.assign(new Error("The body came too slowly."), {
        code: "ERR_HTTP_REQUEST_TIMEOUT",
      });
      if (!request.complete) server.emit("clientError", late, request.socket);
    };
    const timer = setTimeout(giveUp, isUpload ? usualMs * uploadPatience : usualMs);
    timer.unref();
    request.once("close", () => clearTimeout(timer));
  };
  server.on("request", watch).on("checkContinue", watch);
}
