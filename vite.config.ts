import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { rejectServerModules } from "./cli/server-modules.ts";

/** Keeps the names of functions and classes for stack traces in the log. */
const serverOutput = {
  // V8 stores a source in two bytes per character if any character is outside Latin-1.
  charset: "ascii",
  minify: {
    compress: { keepNames: { function: true, class: true } },
    mangle: { keepNames: true },
  },
} as const;

export default defineConfig({
  plugins: [reactRouter(), rejectServerModules()],
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
  },
  environments: {
    // The server bundle is the whole application, so that a start reads few files and uses less memory.
    ssr: {
      build: {
        minify: true,
        rollupOptions: { input: "app/server/start.ts", output: serverOutput },
      },
      ...(process.env.NODE_ENV === "development"
        ? {}
        : {
            // Libraries choose their production code when they are bundled.
            define: { "process.env.NODE_ENV": '"production"' },
            resolve: { noExternal: true, external: ["sharp", "pg", "pino", "harfbuzzjs"] },
          }),
    },
  },
});
