import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";

/**
 * On a slow line each further request costs more than its bytes: what every public page needs comes in one file, and what
 * the pages behind the first share in a second; the account pages and the forms have theirs.
 */
const browserChunks = [
  {
    name: "site",
    priority: 1,
    test: /node_modules[\\/](react|react-dom|react-router|scheduler|cookie)[\\/]|app[\\/](root|weave|site[\\/]shell[\\/](?!not-found|live-menus|fetch-menu|loading-plate)|site[\\/]parts[\\/](call-to-action|days|first-sentence|language|phone|section-head|shell-data|testimonial|honeypot|pictures[\\/](cloth|cover|knot|loom|picture)|lists[\\/]search-form)\.|site[\\/]seo[\\/](head|json-ld-script)\.|site[\\/](home[\\/]numbers|clients[\\/]woven-mark|portfolio[\\/]piece|blog[\\/]post-meta)\.|ui[\\/](brand|field|icon|trusted-html)|pages[\\/](confirmation|stale-status))|rolldown[\\/]runtime/,
  },
  {
    name: "editor",
    test: /node_modules[\\/](@tiptap|prosemirror-|orderedmap|rope-sequence|w3c-keyname)/,
  },
  {
    name: "inner",
    test: /app[\\/](site[\\/](parts|seo[\\/]json-ld)|ui)[\\/.]/,
  },
  { name: "forms", test: /app[\\/](leads[\\/]forms\.|site[\\/](forms|contact)[\\/])/ },
  { name: "login", test: /app[\\/]site[\\/]account[\\/]browser[\\/]/ },
  { name: "account", test: /app[\\/]site[\\/]account[\\/](?!profile|member-menu)/ },
  { name: "profile", test: /app[\\/]site[\\/]account[\\/]profile[\\/]/ },
];

export default defineConfig({
  plugins: [reactRouter()],
  build: { target: "es2022", assetsInlineLimit: 0 },
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
