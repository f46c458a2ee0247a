import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: [
      "app/**/*.test.{ts,tsx}",
      "cli/**/*.test.ts",
      "lint/**/*.test.ts",
      "tests/structure/**/*.test.ts",
      "tests/front-door/**/*.test.ts",
    ],
    globalSetup: "./tests/support/unit-databases.ts",
    // A busy machine is slow, not wrong: only what never comes fails.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: 3,
  },
});
