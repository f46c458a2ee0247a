import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDiskStore } from "#app/files/store/disk-store.ts";
import type { FileStore } from "#app/files/store/store.ts";
import type { Browser } from "../../../tests/support/accounts.ts";
import type { EngineName } from "../../../tests/support/database.ts";
import { type FormPart, formBody, formType } from "../../../tests/support/form.ts";
import { openStaffApi } from "../staff-api.fixture.ts";

const own = { origin: "https://www.company.example", "sec-fetch-site": "same-origin" };

/** The API with an editor signed in who can send files. */
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

/** The same with files on the disk. */
export async function openFilesApiOnDisk(engine: EngineName) {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-uploads-"));
  const store = await openDiskStore(folder);
  const api = await openFilesApi(engine, store);
  return {
    ...api,
    store,
    /** Names of what lies in the store, drafts too. */
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
