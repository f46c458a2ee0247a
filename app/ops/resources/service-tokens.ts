import {
  type ListedToken,
  listServiceTokens,
  revokeServiceToken,
} from "#app/domain/accounts/service-tokens.ts";
import { write } from "#app/platform/database/database.ts";
import { defineResource } from "./define-resource.ts";
import type { BadgePiece } from "./definition.ts";

/** Service tokens; a separate screen creates a token and shows it once. */
export const serviceTokens = defineResource({
  name: "service-tokens",
  title: "Service tokens",
  path: "tokens",
  role: "admin",
  // Linked from the settings.
  isInMenu: false,
  pageSize: 500,
  headLinks: [{ name: "Create token", to: "/dashboard/tokens/new", isMain: true }],
  filters: {},
  async list({ db, actionContext }) {
    return { rows: await listServiceTokens(db, actionContext.now), next: null, previous: null };
  },
  empty: () => ({
    title: "No service tokens",
    text: "A token lets another program use the API, within the scopes and the time you choose.",
    link: { name: "Create token", to: "/dashboard/tokens/new" },
  }),
  rowId: ({ id }) => id,
  rowName: ({ name }) => name,
  columns: [
    {
      name: "Name",
      isMain: true,
      cell: ({ name, start, state }) => [
        { text: name, isStrong: true, direction: "auto" },
        ...(state === "good" ? [] : [" ", endBadges[state]]),
        { small: `${start}…`, wraps: true },
      ],
    },
    { name: "Scopes", cell: ({ scopes }) => scopes.join(", ") },
    { name: "Created by", hidesOn: "tablet", cell: ({ by }) => ({ text: by, direction: "auto" }) },
    {
      name: "Last used",
      isOneLine: true,
      cell: ({ lastUsedAt }) => (lastUsedAt ? { at: lastUsedAt } : "Never"),
    },
    { name: "Expires", isOneLine: true, cell: ({ expiresAt }) => ({ at: expiresAt }) },
  ],
  rowActions: [
    {
      intent: "revoke",
      label: "Revoke",
      isDangerous: true,
      values: ({ id }) => ({ id }),
      about: ({ name }) => name,
      isFor: ({ state }) => state === "good",
    },
  ],
  actions: {
    async revoke(input, { db, actionContext }) {
      await write(db, (tx) => revokeServiceToken(tx, input.text("id"), actionContext));
      return { done: "Token revoked. It no longer works." };
    },
  },
});

const endBadges: Record<Exclude<ListedToken["state"], "good">, BadgePiece> = {
  expired: { badge: "Expired", sign: "clock-3", tone: "still" },
  revoked: { badge: "Revoked", sign: "ban", tone: "still" },
};
