import { existsSync } from "node:fs";
import { join, sep } from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, type Plugin } from "vite";
import { leaveOutRouterParts } from "./bundling/lean-router.ts";
import { isReactModule, reactModules } from "./bundling/react-modules.ts";
import { matchRoutesFaster } from "./bundling/route-matching.ts";

const app = join(import.meta.dirname, "app");

/**
 * On a slow line each further request costs more than its bytes: what every public page needs comes in one file, and what the
 * pages behind the first share in a second; lists, forms and sign-in have theirs.
 */
const isOnEveryPage = within(
  [
    "root.tsx",
    "weave/",
    "ui/icon.tsx",
    "ui/page-link.tsx",
    "pages/opens-elsewhere.ts",
    "ui/trusted-html.ts",
    "pages/confirmation.ts",
    "pages/before-router.ts",
    "site/shell/",
    "site/parts/prose.ts",
    "site/parts/sections.tsx",
    "site/parts/page-head.tsx",
    "site/parts/bangla-sheet.tsx",
    "site/parts/shell-data.ts",
    "site/parts/search-form.tsx",
    "site/parts/pictures/cloth.tsx",
    "site/parts/server-drawn.tsx",
    "site/parts/pictures/picture.tsx",
    "site/account/browser/signed-in-hint.ts",
    "site/seo/head.ts",
    "site/blog/post-meta.tsx",
  ],
  ["not-found.tsx", "live-menus.tsx", "loading-plate.tsx"].map((file) => `site/shell/${file}`),
);

// Compressed with what is ours: 1.9 KB less than in files of their own, and two requests fewer.
const isLibraryOfEveryPage = /node_modules[\\/](react|react-dom|scheduler|react-router|cookie)[\\/]/;

/** Addresses of the sheets that pages name: a few letters each. */
const isSheetAddress = /(-page|bangla)\.css\?url$/;

// A file takes along what it needs that no file above it has.
const browserChunks = [
  {
    name: "site",
    priority: 1,
    test: (id: string) =>
      isLibraryOfEveryPage.test(id) || isReactModule(id) || isSheetAddress.test(id) || isOnEveryPage(id),
  },
  {
    name: "lists",
    test: within([
      "site/parts/lists.tsx",
      "site/parts/people.tsx",
      "site/blog/post-item.tsx",
      "site/home/numbers.tsx",
      "site/portfolio/piece.tsx",
    ]),
  },
  {
    name: "editor",
    test: /node_modules[\\/](@tiptap|prosemirror-|orderedmap|rope-sequence|w3c-keyname)/,
  },
  {
    name: "inner",
    test: within(["site/parts/rich-text.tsx", "site/parts/pictures/gallery.tsx"]),
  },
  {
    name: "fields",
    test: within(["ui/field.tsx", "pages/private-storage.ts", "site/forms/send-form.ts"]),
  },
  { name: "offices", test: within(["site/parts/office.tsx", "site/parts/opening-panel.tsx"]) },
  { name: "forms", test: within(["site/forms/"]) },
  {
    name: "account",
    test: within([
      "site/account/browser/unreachable.ts",
      "site/account/browser/sign-in-start.ts",
      "site/account/forms/",
      "site/account/login/next-path.ts",
      "site/account/login/other-sign-in-methods.tsx",
      "site/account/notice.tsx",
    ]),
  },
  {
    name: "sign-in",
    test: within(
      [
        "pages/access-token.ts",
        "pages/browser-token.ts",
        "site/account/account-problem.ts",
        "site/account/browser/",
        "site/account/login/send-sign-in.ts",
      ],
      [
        "site/account/browser/google-sign-in.ts",
        "site/account/browser/signed-in-hint.ts",
        "site/account/browser/unreachable.ts",
        "site/account/browser/sign-in-start.ts",
      ],
    ),
  },
  { name: "profile", test: within(["site/account/profile/"]) },
];

/**
 * Whether a module is one of these files, or below one of these folders (they end in "/"), of `app/`. A path that is not there
 * ends the build: what was renamed would silently come in another chunk.
 */
export function within(
  paths: readonly string[],
  except: readonly string[] = [],
  folder = app,
): (id: string) => boolean {
  for (const path of [...paths, ...except])
    if (!existsSync(join(folder, path)))
      throw new Error(`vite.config.ts names app/${path}, which is not there. Say where it is now.`);
  const isNamed = (path: string) => (named: string) =>
    named.endsWith("/") ? path.startsWith(named) : path === named || path.startsWith(`${named}?`);
  return (id) => {
    if (!id.startsWith(folder)) return false;
    const path = id.slice(folder.length + 1).replaceAll(sep, "/");
    return paths.some(isNamed(path)) && !except.some(isNamed(path));
  };
}

/** What has no business in a browser: Node's own modules, the database, and what serves. */
const isForServers =
  /__vite-browser-external|^node:|\.server\.|[\\/]app[\\/](database|audit|api|transfer|visits|http[\\/](?!security[\\/]))|[\\/]node_modules[\\/](kysely|pg|sharp|pino|hono|nodemailer)[\\/]/;

/** Ends the build when a module for servers would be sent to browsers, whoever imports it. */
function keepServerModulesHome(): Plugin {
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
    const kept = Object.entries(output.modules).filter(([, { renderedLength }]) => renderedLength > 0);
    return kept.flatMap(([id]) => (isForServers.test(id) ? [`${output.fileName}: ${id}`] : []));
  });
}

const isFetchedAhead = /[\\/](viewer|sign-in|send-registration)-/;
const isThere = /[\\/](site|rolldown-runtime)-/;

export default defineConfig({
  plugins: [
    reactRouter(),
    keepServerModulesHome(),
    leaveOutRouterParts(),
    reactModules(),
    matchRoutesFaster(),
  ],
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: {
      // Names of what a script needs, for whoever asks for it later: not for what is fetched ahead or has nearly all of it there,
      // nor of what every page begins with.
      resolveDependencies: (file, needed) =>
        isFetchedAhead.test(file) ? [] : needed.filter((path) => !isThere.test(path)),
    },
  },
  environments: {
    client: { build: { rollupOptions: { output: { codeSplitting: { groups: browserChunks } } } } },
    // The server's bundle begins at the whole application, of which React Router's pages are a part.
    // What it uses of its parts is bundled with it: a start reads a few files instead of thousands, and keeps less in memory.
    ssr: {
      build: { rollupOptions: { input: "app/start.ts" } },
      ...(process.env.NODE_ENV === "development"
        ? {}
        : { resolve: { noExternal: true, external: ["sharp", "pg", "pino", "harfbuzzjs"] } }),
    },
  },
});
