import { CopyRow } from "../../parts/shown-once.tsx";

/** Address of the MCP server, and the configuration for an assistant. */
export function McpConnection({ url, snippet }: { url: string; snippet: string }) {
  return (
    <section className="boxed stack" aria-labelledby="mcp-title">
      <h2 id="mcp-title">Connect an assistant (MCP)</h2>
      <CopyRow label="Server URL" value={url} button="Copy URL" />
      <CopyRow label="Configuration, with your token" value={snippet} button="Copy configuration" rows={10} />
      <p className="hint">
        Paste it into the MCP settings of the assistant. The transport is Streamable HTTP. Assistants write
        drafts only; a person publishes them.
      </p>
    </section>
  );
}

/** The `mcpServers` entry that Claude, Cursor and other MCP clients read, as indented JSON. */
export function formatMcpConfiguration(url: URL, token: string): string {
  const server = {
    type: "http",
    url: url.href,
    headers: { Authorization: `Bearer ${token}` },
  };
  return JSON.stringify({ mcpServers: { [serverNameOf(url)]: server } }, null, 2);
}

/** Server name, such as "kolpona" for www.kolpona.example; clients allow letters, digits and hyphens. */
function serverNameOf({ hostname }: URL): string {
  const [first = ""] = hostname.replace(/^www\./, "").split(".");
  return /^[a-z][a-z0-9-]*$/.test(first) ? first : "frontdesk";
}
