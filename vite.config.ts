import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { target: "es2022", assetsInlineLimit: 0 },
  environments: {
    // The server's bundle begins at the whole application, of which React Router's pages are a part.
    ssr: { build: { rollupOptions: { input: "app/start.ts" } } },
  },
});
