import { draftPrefix } from "#app/pages/private-storage.ts";

/** What was typed into a form and has not arrived yet; kept by the browser until its tab is closed or somebody signs out in it. */
interface Draft {
  values: Record<string, string>;
  /** Names the sending of just these values; empty until they are sent. */
  key: string;
}

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** The draft of a form; null where there is none, or none that can be read. */
export function readFormDraft(form: string, store = openStore()): Draft | null {
  try {
    const draft: unknown = JSON.parse(store?.getItem(nameOf(form)) ?? "null");
    return isDraft(draft) ? draft : null;
  } catch {
    return null;
  }
}

/** Keeps what stands in the form now. Other words are another sending: they lose the key of the former ones. */
export function saveDraft(form: string, values: Record<string, string>, store = openStore()): void {
  const before = readFormDraft(form, store);
  const isSame = before !== null && JSON.stringify(before.values) === JSON.stringify(values);
  if (!isSame) put(form, { values, key: "" }, store);
}

/** The key for sending these values, the same one as long as they stay the same. */
export function keyFor(form: string, values: Record<string, string>, store = openStore()): string {
  saveDraft(form, values, store);
  const key = readFormDraft(form, store)?.key || newKey();
  put(form, { values, key }, store);
  return key;
}

export function forgetDraft(form: string, store = openStore()): void {
  store?.removeItem(nameOf(form));
}

function put(form: string, draft: Draft, store: Store | null): void {
  try {
    store?.setItem(nameOf(form), JSON.stringify(draft));
  } catch {
    // A full or forbidden store only means that a draft does not survive its page.
  }
}

/** Null where the browser forbids it, and on the server. */
function openStore(): Store | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

function nameOf(form: string): string {
  return `${draftPrefix}${form}`;
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== "object" || value === null || !("values" in value) || !("key" in value)) return false;
  const { values, key } = value;
  if (typeof key !== "string" || typeof values !== "object" || values === null) return false;
  return Object.values(values).every((one) => typeof one === "string");
}

/** The field in which a browser's script names one sending, so that it counts once however often it arrives. */
export const keyField = "key";

/** 128 random bits in hexadecimal digits; also where a page is not secure and `randomUUID` is missing. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
