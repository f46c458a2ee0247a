import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import { html, openTestServer } from "#app/platform/http/listener/test-server.fixture.ts";
import { openAssets } from "./assets.ts";
import { precompress } from "./compress.ts";

const publicUrl = new URL("https://www.company.example");
const script = "export const words = 'one two three';\n".repeat(100);

/** A build folder with a secret file outside it. */
async function openFolder() {
  const root = await mkdtemp(join(tmpdir(), "assets-"));
  const client = join(root, "client");
  await mkdir(join(client, "assets"), { recursive: true });
  await mkdir(join(client, ".vite"));
  await writeFile(join(root, "secret.txt"), "SECRET".repeat(100));
  await writeFile(join(client, "assets/app-abc123.js"), script);
  await writeFile(join(client, "assets/app-abc123.js.map"), "SECRET");
  await writeFile(join(client, "assets/anek.woff2"), "font".repeat(300));
  await writeFile(join(client, "favicon.ico"), "icon");
  await writeFile(join(client, ".env.json"), "SECRET");
  await writeFile(join(client, ".vite/manifest.json"), "SECRET".repeat(100));
  await symlink(join(root, "secret.txt"), join(client, "assets/link.txt"));
  return { client, [Symbol.asyncDispose]: () => rm(root, { recursive: true }) };
}

test("build files are sent precompressed and cached for a year", async () => {
  await using folder = await openFolder();
  await precompress(folder.client);
  expect(existsSync(join(folder.client, "assets/app-abc123.js.br"))).toBe(true);
  expect(existsSync(join(folder.client, "assets/anek.woff2.gz"))).toBe(false);
  for (const path of [".vite/manifest.json.br", "assets/link.txt.br"])
    expect(existsSync(join(folder.client, path))).toBe(false);
  const application = vi.fn(async () => html("never"));
  await using site = await openTestServer(application, {
    assets: openAssets(folder.client, publicUrl),
  });
  for (const [encoding, open] of [
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
    ["identity", String],
  ] as const)
    for (const connection of ["keep-alive", "close"]) {
      const headers = { "accept-encoding": encoding, connection };
      const reply = await site.request("/assets/app-abc123.js", { headers });
      expect(String(open(reply.body))).toBe(script);
      expect(reply.headers).toMatchObject({
        "content-type": "text/javascript; charset=utf-8",
        "cache-control": "public, max-age=31536000, immutable",
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
        "x-content-type-options": "nosniff",
        vary: "Accept-Encoding",
      });
      const again = await site.request("/assets/app-abc123.js?v=1", {
        headers: { ...headers, "if-none-match": String(reply.headers.etag) },
      });
      expect(again.status).toBe(304);
    }
  const font = await site.request("/assets/anek.woff2", { headers: { "accept-encoding": "br" } });
  expect(font.headers).toMatchObject({ "content-type": "font/woff2", "content-length": "1200" });
  expect(font.headers).not.toHaveProperty("content-encoding");
  expect(font.headers).toHaveProperty("cross-origin-resource-policy", "same-origin");
  expect(font.headers).not.toHaveProperty("permissions-policy");
  const icon = await site.request("/favicon.ico", { method: "HEAD" });
  expect(icon).toMatchObject({
    status: 200,
    headers: {
      "content-length": "4",
      "cache-control": "public, max-age=86400",
      "permissions-policy": expect.stringContaining("camera=()"),
    },
  });
  expect(icon.body).toHaveLength(0);
  expect(application).not.toHaveBeenCalled();
});

test("compresses files without precompressed forms in the background", async () => {
  await using folder = await openFolder();
  const assets = openAssets(folder.client, publicUrl);
  await vi.waitFor(() => expect(assets.find("/assets/app-abc123.js")?.br).toBeTruthy(), 60_000);
  expect(assets.find("/assets/app-abc123.js")?.gzip).toBeTruthy();
});

const outside = [
  "/assets/../../secret.txt",
  "/../secret.txt",
  "/assets/..%2f..%2fsecret.txt",
  "/assets/%2e%2e/%2e%2e/secret.txt",
  "/assets/%2e%2e%2f%2e%2e%2fsecret.txt",
  "/assets/.%2e/.%2e/secret.txt",
  "/assets/..\\..\\secret.txt",
  "/assets/..%5c..%5csecret.txt",
  "/assets/%252e%252e%252f%252e%252e%252fsecret.txt",
  "/assets/....//....//secret.txt",
  "/assets/..;/..;/secret.txt",
  "/assets/%c0%ae%c0%ae/%c0%ae%c0%ae/secret.txt",
  "/assets/%uff0e%uff0e/secret.txt",
  "/assets//../../secret.txt",
  "/assets/./../../secret.txt",
  "/assets/app-abc123.js/../../../secret.txt",
  "/assets/app-abc123.js%00.txt",
  "/assets/..%00/..%00/secret.txt",
  "//assets/../../secret.txt",
  "/%2fsecret.txt",
  "/file:///etc/passwd",
  "/assets//etc/passwd",
  "/assets/%2fetc%2fpasswd",
  "/assets/link.txt",
  "/assets/app-abc123.js.map",
  "/.vite/manifest.json",
  "/.env.json",
  "/assets/",
  "/assets",
  "/assets/APP-ABC123.js",
  "/assets/constructor",
  "/__proto__",
];

test.each(outside)("I5 %s reaches no file outside the build", async (path) => {
  await using folder = await openFolder();
  await using site = await openTestServer(async () => html("not found", {}, 404), {
    assets: openAssets(folder.client, publicUrl),
  });
  for (const connection of ["keep-alive", "close"]) {
    const received = await site.sendRaw(
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: ${connection}\r\n\r\n`,
    );
    expect(received).toMatch(/^HTTP\/1\.1 (404|400|308) /);
    expect(received).not.toMatch(/SECRET|root:/);
  }
});
