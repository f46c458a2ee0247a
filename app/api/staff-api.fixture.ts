import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServiceToken, type Scope } from "#app/domain/accounts/service-tokens.ts";
import { openDiskStore } from "#app/domain/files/store/disk-store.ts";
import type { FileStore } from "#app/domain/files/store/store.ts";
import { openLeadFeed } from "#app/domain/leads/lead-feed.ts";
import { type Browser, openTestAccounts, signInAs } from "#tests/support/accounts.ts";
import type { EngineName } from "#tests/support/database.ts";
import { aFileStore } from "#tests/support/files.ts";
import { type FormPart, formBody, formType } from "#tests/support/form.ts";
import { createTestMailService } from "#tests/support/mail-service.ts";
import { createApi } from "./server/api.ts";

const own = { origin: "https://www.company.example", "sec-fetch-site": "same-origin" };

/** API on a new database with an editor signed in; paths are relative to /api. */
export async function openStaffApi(engine: EngineName, files = aFileStore()) {
  const site = await openTestAccounts(engine);
  const { db, accounts, clock } = site;
  const { publicUrl } = accounts;
  const mail = createTestMailService(db, publicUrl);
  const api = createApi({
    db,
    files,
    clock,
    publicUrl,
    accounts,
    mail,
    leadFeed: openLeadFeed(db, clock),
  });
  const editor = await site.person("rahima@kolpona.example", { role: "editor" });
  const browser = site.browser();
  await signInAs(accounts, browser, "rahima@kolpona.example");
  const ask = async (path: string, init: RequestInit = {}, as: Browser = browser) => {
    const { request, requestContext } = as.accountRequest(path, init);
    return api.request(request, undefined, { requestContext });
  };
  const send = (method: "POST" | "PATCH") => {
    return (path: string, body: unknown, headers: Record<string, string> = {}, as: Browser = browser) =>
      ask(
        path,
        {
          method,
          headers: { "content-type": "application/json", ...own, ...headers },
          body: typeof body === "string" ? body : JSON.stringify(body),
        },
        as,
      );
  };
  return { ...site, own, editor, ask, post: send("POST"), patch: send("PATCH") };
}

/** API as programs use it; an admin creates their tokens. */
export async function openProgramApi(engine: EngineName) {
  const api = await openStaffApi(engine);
  await api.person("asha@kolpona.example", { role: "admin" });
  const admin = api.browser();
  await signInAs(api.accounts, admin, "asha@kolpona.example");
  return {
    ...api,
    async token(...given: Scope[]) {
      const input = { name: "Importer", scopes: given, days: "30" };
      return (await createServiceToken(api.accounts, admin.accountRequest(), input)).token;
    },
    /** Sends a request as a program: no cookies, no origin. */
    async call(
      token: string,
      method: string,
      path: string,
      body?: unknown,
      more: Record<string, string> = {},
    ) {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json", ...more };
      const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
      return api.ask(path, init, api.browser());
    },
  };
}

/** API with an editor signed in who can upload files. */
export async function openFilesApi(engine: EngineName, files?: FileStore) {
  const api = await openStaffApi(engine, files);
  const sendRaw = (path: string, body: BodyInit, headers: Record<string, string> = {}, as?: Browser) =>
    api.ask(path, { method: "POST", headers: { "content-type": formType, ...own, ...headers }, body }, as);
  const upload = (parts: readonly FormPart[], headers?: Record<string, string>, as?: Browser) =>
    sendRaw("/files", formBody(parts), headers, as);
  const read = async (path: string) => (await api.ask(path)).json();
  const remove = (path: string) => api.ask(path, { method: "DELETE", headers: own });
  return { ...api, sendRaw, upload, read, remove };
}

/** `openFilesApi` with files on disk. */
export async function openFilesApiOnDisk(engine: EngineName) {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-uploads-"));
  const store = await openDiskStore(folder);
  const api = await openFilesApi(engine, store);
  return {
    ...api,
    store,
    /** Names of all stored files. */
    left: () =>
      readdirSync(folder, { recursive: true })
        .map(String)
        .filter((name) => name !== ".drafts"),
    hasDrafts: () => existsSync(join(folder, ".drafts")) && readdirSync(join(folder, ".drafts")).length > 0,
    async [Symbol.asyncDispose]() {
      await api[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
