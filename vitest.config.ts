import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["app/**/*.test.{ts,tsx}", "cli/**/*.test.ts", "tests/front-door/**/*.test.ts"],
    globalSetup: "./tests/support/unit-databases.ts",
    testTimeout: 30_000,
    maxWorkers: 3,
  },
});
