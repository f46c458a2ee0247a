import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

/**
 * On a slow line each further request costs more than its bytes: what every public page needs comes in one file, and what
 * the pages behind the first share in a second, and the forms in a third.
 */
const browserChunks = [
  {
    name: "site",
    test: /node_modules[\\/](react|react-dom|react-router|scheduler|cookie)[\\/]|app[\\/](root|weave|site[\\/]shell[\\/](?!not-found|live-menus|fetch-menu)|site[\\/]parts[\\/](call-to-action|cloth|cover|days|head|json-ld|language|loom|phone|picture|shell-data|testimonial)|ui[\\/](brand|field|icon)|site[\\/](home[\\/]numbers|services[\\/]knot|clients[\\/]woven-mark|portfolio[\\/]piece\.|blog[\\/]post-meta))|rolldown[\\/]runtime/,
  },
  {
    name: "inner",
    test: /app[\\/](site[\\/](parts|seo[\\/]json-ld|services[\\/]page-cover)|ui[\\/](?!error-summary))/,
  },
  { name: "forms", test: /app[\\/](leads|ui|site[\\/](forms|contact|call-to-action|newsletter))[\\/]/ },
];

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
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
