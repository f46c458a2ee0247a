import { z } from "zod";
import { readJsonObject } from "../server/read-json.ts";
import { defineRoute, namedSchema } from "../server/route.ts";

const mostBytes = 1_000_000;

/**
 * The Model Context Protocol over HTTP, each request by itself. Without a token of the scope nothing of it is ever loaded: it
 * is off until an admin makes one.
 */
export const mcpRoute = defineRoute({
  method: "post",
  path: "/mcp",
  who: "editor",
  scope: "mcp",
  isForTokensAlone: true,
  name: "mcp",
  group: "Assistants",
  summary: "Model Context Protocol (Streamable HTTP) for assistants: reading, and drafts",
  takes: "application/json",
  status: 200,
  answer: namedSchema("JsonRpc", z.looseObject({ jsonrpc: z.literal("2.0") })),
  async handle(api) {
    const { token, request } = api;
    if (!token) throw new Error("Nobody but a program comes here.");
    const read = await readJsonObject(request, mostBytes);
    if (read instanceof Response) return read;
    const { answerMcp } = await import("./mcp-server.ts");
    const answer = await answerMcp({ ...api, token }, read.body);
    answer.headers.set("cache-control", "no-store");
    return answer;
  },
});
