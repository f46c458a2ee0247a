import { expect, test } from "vitest";
import { formatMcpConfiguration } from "./mcp-connection.tsx";

test.each([
  ["https://www.kolpona.example/api/mcp", "kolpona"],
  ["http://127.0.0.1:3000/api/mcp", "frontdesk"],
])("formats a configuration for %s", (url, name) => {
  expect(JSON.parse(formatMcpConfiguration(new URL(url), "fdk_secret"))).toEqual({
    mcpServers: {
      [name]: { type: "http", url, headers: { Authorization: "Bearer fdk_secret" } },
    },
  });
});
