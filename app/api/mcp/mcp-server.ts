import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { mcpChangeLimits } from "#app/domain/accounts/limits.ts";
import { recordAudit } from "#app/domain/audit/audit.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { oneLine } from "#app/lib/text/plain-text.ts";
import { write } from "#app/platform/database/database.ts";
import { countAttempt } from "#app/platform/limits/limits.ts";
import { actorOf } from "../server/route.ts";
import { type McpTool, type ToolContext, tools } from "./tools.ts";

/** Answers one message with a server created for it, limited to the tools that the token's scopes allow. */
export async function answerMcp(context: ToolContext, message: Record<string, unknown>): Promise<Response> {
  await recordRejectedCall(context, message);
  const handler = createMcpHandler(() => openServer(context), { responseMode: "json", keepAliveMs: 0 });
  return handler.fetch(context.request, { parsedBody: message });
}

/** Records a call that the library rejects before the tool runs: unknown tool, missing scope or invalid arguments. */
async function recordRejectedCall(context: ToolContext, message: Record<string, unknown>): Promise<void> {
  const called = calledSchema.safeParse(message);
  if (!called.success) return;
  const { name, arguments: input } = called.data.params;
  const tool = tools.find((one) => one.name === name);
  const refusal = findRejection(tool, context, input);
  if (refusal !== null) await recordCall({ name: oneLine(name, 60) }, context, `refused: ${refusal}`);
}

const calledSchema = z.object({
  method: z.literal("tools/call"),
  params: z.object({ name: z.string(), arguments: z.unknown().optional() }),
});

function findRejection(tool: McpTool | undefined, { token }: ToolContext, input: unknown): string | null {
  if (!tool) return "there is no such tool";
  if (!token.scopes.includes(tool.scope)) return `the token lacks ${tool.scope}`;
  return tool.input.safeParse(input ?? {}).success ? null : "wrong arguments";
}

function openServer(context: ToolContext): McpServer {
  const server = new McpServer(
    { name: "frontdesk", version: "1" },
    {
      instructions:
        "Content of one company's website. Changes become drafts, which staff review and publish; no tool publishes or deletes.",
    },
  );
  for (const tool of tools.filter(({ scope }) => context.token.scopes.includes(scope)))
    server.registerTool(
      tool.name,
      {
        title: tool.title,
        description: tool.description,
        inputSchema: tool.input,
        annotations: {
          readOnlyHint: tool.change === undefined,
          destructiveHint: false,
          openWorldHint: false,
        },
      },
      async (input) => answerCall(tool, context, input),
    );
  return server;
}

/** Result of a tool, or its error as text for the assistant. */
async function answerCall(tool: McpTool, context: ToolContext, input: object) {
  try {
    return asText(await call(tool, context, input));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { message, fields, reason } = error;
    await recordCall(tool, context, `${describeInput(input)} refused: ${reason}`);
    return { ...asText({ problem: message, fields }), isError: true };
  }
}

/** Counts, records and runs a change in one transaction; reads are recorded first. */
async function call(tool: McpTool, context: ToolContext, input: object): Promise<unknown> {
  if (tool.change === undefined) {
    await recordCall(tool, context, describeInput(input));
    return tool.read(context, input);
  }
  const { change } = tool;
  const now = context.clock.now();
  return write(context.db, async (tx) => {
    await countAttempt(tx, mcpChangeLimits(context.token.id), now);
    const { result, detail } = await change(tx, context, input);
    await recordAudit(tx, actorOf(context), "mcp.called", "", `${tool.name} ${detail}`.slice(0, 500));
    return result;
  });
}

function recordCall({ name }: Pick<McpTool, "name">, context: ToolContext, detail: string): Promise<void> {
  return write(context.db, (tx) =>
    recordAudit(tx, actorOf(context), "mcp.called", "", `${name} ${detail}`.trim().slice(0, 500)),
  );
}

/** Arguments for the audit log, without the texts of a draft. */
function describeInput(input: object): string {
  const details = Object.entries(input).filter(
    ([, value]) => typeof value !== "object" && value !== undefined,
  );
  return details.map(([name, value]) => `${name}=${String(value).slice(0, 100)}`).join(" ");
}

function asText(result: unknown) {
  return { content: [{ type: "text" as const, text: JSON.stringify(result) }] };
}
