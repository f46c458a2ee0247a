import type { Plugin } from "vite";

/** Server-only modules: Node's, those of the database, and those that answer requests. */
const isServerOnly =
  /__vite-browser-external|^node:|\.server\.|[\\/]app[\\/](api|ops[\\/]transfer|domain[\\/](audit|visits)|platform[\\/](database|http[\\/](?!security[\\/])))|[\\/]node_modules[\\/](kysely|pg|sharp|pino|hono|nodemailer)[\\/]/;

/** Fails the build if a client bundle contains a server-only module. */
export function rejectServerModules(): Plugin {
  return {
    name: "reject-server-modules",
    applyToEnvironment: ({ name }) => name === "client",
    generateBundle(_, bundle) {
      const found = findServerModules(Object.values(bundle));
      if (found.length > 0) this.error(`Client bundles contain server-only modules:\n${found.join("\n")}`);
    },
  };
}

type Output =
  | { type: "asset" }
  | { type: "chunk"; fileName: string; modules: Record<string, { renderedLength: number }> };

/** Chunk and path of each server-only module with code in the output. */
export function findServerModules(outputs: readonly Output[]): string[] {
  return outputs.flatMap((output) => {
    if (output.type === "asset") return [];
    const left = Object.entries(output.modules).filter(([, { renderedLength }]) => renderedLength > 0);
    return left.flatMap(([id]) => (isServerOnly.test(id) ? [`${output.fileName}: ${id}`] : []));
  });
}
