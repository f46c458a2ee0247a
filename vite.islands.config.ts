import { defineConfig } from "vite";
import { rejectServerModules } from "./cli/server-modules.ts";

/** React, the bundler's helpers, and hydration. */
const neededByEveryIsland =
  /node_modules[\\/](react|react-dom|scheduler)[\\/]|rolldown[\\/]runtime|[\\/]browser[\\/]hydrate\.ts$/;

/** Modules that several islands share and `start.ts` does not import. */
const sharedByIslands =
  /\.tsx$|[\\/]account[\\/](?!browser[\\/]signed-in-hint)|[\\/](access-token|browser-token|prose|language)\.ts$/;

/** Two chunks for all shared modules: on a slow connection, requests cost more than bytes. */
const codeSplitting = {
  includeDependenciesRecursively: false,
  groups: [
    { name: "react", test: neededByEveryIsland },
    { name: "components", test: sharedByIslands, minShareCount: 2 },
  ],
};

/** Builds the script of public pages, with a chunk per island. `vite.config.ts` builds the rest. */
export default defineConfig({
  // The other build copies public/.
  publicDir: false,
  plugins: [rejectServerModules()],
  build: {
    target: "es2022",
    outDir: "build/client",
    emptyOutDir: false,
    assetsInlineLimit: 0,
    manifest: ".vite/islands.json",
    modulePreload: { polyfill: false },
    rollupOptions: { input: "app/site/browser/start.ts", output: { codeSplitting } },
  },
});
