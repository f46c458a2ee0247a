/** What a service token may do; an API route that names none of these takes no service token. */
export const scopes = [
  "content:read",
  "content:draft",
  "leads:read",
  "subscribers:read",
  "webhooks:read",
  "mcp",
] as const;

export type Scope = (typeof scopes)[number];

/** For whoever chooses them. */
export const scopeWords: Record<Scope, string> = {
  "content:read": "Read all content with its drafts, versions and files",
  "content:draft": "Create and change drafts; never publish, never delete",
  "leads:read": "Read messages and call requests, with names and addresses",
  "subscribers:read": "Read the list of subscribers",
  "webhooks:read": "Read what webhooks were sent, without their secrets",
  mcp: "Let an assistant do by MCP what the other scopes allow; of leads it gets a summary alone",
};

/** Of a row, those that this version knows. */
export function readScopes(stored: string): Scope[] {
  const given = stored.split(" ");
  return scopes.filter((scope) => given.includes(scope));
}
