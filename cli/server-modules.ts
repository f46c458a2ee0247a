import type { Plugin } from "vite";

/** Modules for servers: Node's own, the database, and those that serve. */
const isForServers =
  /__vite-browser-external|^node:|\.server\.|[\\/]app[\\/](api|ops[\\/]transfer|domain[\\/](audit|visits)|platform[\\/](database|http[\\/](?!security[\\/])))|[\\/]node_modules[\\/](kysely|pg|sharp|pino|hono|nodemailer)[\\/]/;

/** Ends the build when a module for servers would be sent to browsers. */
export function keepServerModulesHome(): Plugin {
  return {
    name: "keep-server-modules-home",
    applyToEnvironment: ({ name }) => name === "client",
    generateBundle(_, bundle) {
      const found = findServerModules(Object.values(bundle));
      if (found.length > 0) this.error(`Modules for servers would be sent to browsers:\n${found.join("\n")}`);
    },
  };
}

type Output =
  | { type: "asset" }
  | { type: "chunk"; fileName: string; modules: Record<string, { renderedLength: number }> };

/** Chunk and module, of those from which anything is left. */
export function findServerModules(outputs: readonly Output[]): string[] {
  return outputs.flatMap((output) => {
    if (output.type === "asset") return [];
    const left = Object.entries(output.modules).filter(([, { renderedLength }]) => renderedLength > 0);
    return left.flatMap(([id]) => (isForServers.test(id) ? [`${output.fileName}: ${id}`] : []));
  });
}
