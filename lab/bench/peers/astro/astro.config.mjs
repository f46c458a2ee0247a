import { defineConfig } from "astro/config";

export default defineConfig({
  // Our pages have their styles inside too; a linked sheet would cost Astro a round trip.
  build: { inlineStylesheets: "always" },
  devToolbar: { enabled: false },
});
