import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runNginx } from "../../tests/support/nginx.ts";
import { findTestPort } from "../../tests/support/port.ts";
import { installDebian } from "../../tests/support/programs.ts";
import { startSite } from "../../tests/support/site.ts";

/**
 * Starts the site behind nginx with `deploy/nginx.conf`, TLS and HTTP/2, as visitors reach it. Names, ports and the self-signed
 * certificate differ, and it listens on 127.0.0.1; throws an error with the package to install.
 */
export async function startDeployed() {
  const [sitePort, plainPort, port] = [await findTestPort(), await findTestPort(), await findTestPort()];
  const url = `https://localhost:${port}`;
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-deployed-"));
  const { key, certificate } = makeCertificate(folder);
  const servers = readFileSync(join(import.meta.dirname, "../../deploy/nginx.conf"), "utf8")
    .replaceAll("127.0.0.1:3000", `127.0.0.1:${sitePort}`)
    .replaceAll("www.company.example", "localhost")
    .replaceAll(/\/etc\/letsencrypt\/\S+\/fullchain\.pem/g, certificate)
    .replaceAll(/\/etc\/letsencrypt\/\S+\/privkey\.pem/g, key)
    .replaceAll(/listen \[::\]:.*\n/g, "")
    .replaceAll("listen 443", `listen 127.0.0.1:${port}`)
    .replaceAll("listen 80", `listen 127.0.0.1:${plainPort}`);
  const site = await startSite({
    port: sitePort,
    env: { PUBLIC_URL: url, TRUST_PROXY: "127.0.0.1" },
  });
  try {
    const nginx = await runNginx(folder, servers, `http://127.0.0.1:${plainPort}`);
    return {
      url,
      async [Symbol.asyncDispose]() {
        await nginx.stop();
        await site.stop();
      },
    };
  } catch (error) {
    await site.stop();
    throw error;
  }
}

function makeCertificate(folder: string) {
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  // biome-ignore format: an option and its value share a line
  const options = [
    "req", "-x509", "-nodes", "-days", "2",
    "-newkey", "rsa:2048",
    "-subj", "/CN=localhost",
    "-keyout", key,
    "-out", certificate,
  ];
  const make = () => execFileSync("openssl", options, { stdio: "ignore" });
  try {
    make();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    if (!installDebian("openssl"))
      throw new Error("This benchmark needs openssl: install the package `openssl`.");
    make();
  }
  return { key, certificate };
}
