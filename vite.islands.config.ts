import { defineConfig } from "vite";
import { rejectServerModules } from "./cli/server-modules.ts";

/** Modules that several islands share, and `start.ts`, which needs no React, does not have. */
const sharedByIslands =
  /\.tsx$|[\\/]account[\\/](?!browser[\\/]signed-in-hint)|[\\/](access-token|browser-token|prose|language)\.ts$/;

/** On a slow connection a request costs more than its bytes: islands share two files. */
const codeSplitting = {
  includeDependenciesRecursively: false,
  groups: [
    { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
    { name: "components", test: sharedByIslands, minShareCount: 2 },
  ],
};

/** The script of public pages: one entry, and a file for what each island loads. The other builds are in `vite.config.ts`. */
export default defineConfig({
  // Files of public/ come with the other build.
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
