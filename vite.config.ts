import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

/** What every public page needs comes in one file, because on a slow line each further request costs more than its bytes. */
const browserChunks = [
  {
    name: "site",
    test: /node_modules[\\/](react|react-dom|react-router|scheduler|cookie|lucide-react)[\\/]|app[\\/](site[\\/](parts|shell)|ui|weave)[\\/](?!(shell|not-found|live-menus)\.tsx|fetch-menu)/,
  },
];

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { target: "es2022", assetsInlineLimit: 0 },
  environments: {
    client: { build: { rollupOptions: { output: { codeSplitting: { groups: browserChunks } } } } },
    // The server's bundle begins at the whole application, of which React Router's pages are a part.
    ssr: { build: { rollupOptions: { input: "app/start.ts" } } },
  },
});
