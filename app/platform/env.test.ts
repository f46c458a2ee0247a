import { expect, test } from "vitest";
import { readEnv } from "./env.ts";

test("with nothing set, the product runs on this machine alone", () => {
  const env = readEnv({}, "/product");
  expect(env).toMatchObject({
    port: 3000,
    host: "localhost",
    dataDir: "/product/data",
    databaseUrl: null,
    sampleContent: true,
    trustProxy: [],
  });
  expect(env.publicUrl.href).toBe("http://localhost:3000/");
});

test.each([
  [{ PORT: "0x50" }, /^PORT: /],
  [{ PORT: "70000" }, /^PORT: /],
  [{ PUBLIC_URL: "ftp://x.example" }, /^PUBLIC_URL: /],
  [{ PUBLIC_URL: "https://x.example/?a" }, /^PUBLIC_URL: /],
  [{ NODE_ENV: "production" }, /^PUBLIC_URL: /],
  [{ DATABASE_URL: "sqlite://x" }, /^DATABASE_URL: /],
  [{ SAMPLE_CONTENT: "maybe" }, /^SAMPLE_CONTENT: /],
  [{ TRUST_PROXY: "10.0.0.1/8/8" }, /^TRUST_PROXY: /],
  [{ TRUST_PROXY: "proxy" }, /^TRUST_PROXY: /],
  [{ METRICS_TOKEN: "tooshort" }, /^METRICS_TOKEN: /],
  [{ FILES_URL: "s3://bucket" }, /^FILES_URL: /],
])("S4 %o is refused by the name of the variable", (variables, message) => {
  expect(() => readEnv(variables, "/product")).toThrow(message);
});

test("an empty variable counts as not set", () => {
  expect(readEnv({ PORT: " ", DATABASE_URL: "" }, "/product")).toMatchObject({
    port: 3000,
    databaseUrl: null,
  });
});
