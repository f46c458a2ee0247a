import { draftPrefix } from "#app/domain/accounts/browser/private-storage.ts";

/** Text typed into a form and not sent yet; the browser stores it until the tab closes or its user signs out. */
interface FormDraft {
  values: Record<string, string>;
  /** Idempotency key of these values; empty until they are sent. */
  key: string;
}

/** Draft of the name and address that the forms of signing in and registering share. */
export const addressDraft = "address";

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** The draft of a form; null when it does not exist or can't be read. */
export function readFormDraft(form: string, store = openStore()): FormDraft | null {
  try {
    const draft: unknown = JSON.parse(store?.getItem(draftName(form)) ?? "null");
    return isDraft(draft) ? draft : null;
  } catch {
    return null;
  }
}

/** Stores the values of the form. Changed values lose the former key. */
export function saveDraft(form: string, values: Record<string, string>, store = openStore()): void {
  const before = readFormDraft(form, store);
  const isSame = before !== null && JSON.stringify(before.values) === JSON.stringify(values);
  if (!isSame) storeDraft(form, { values, key: "" }, store);
}

/** Returns the idempotency key for these values, the same one until they change. */
export function keyFor(form: string, values: Record<string, string>, store = openStore()): string {
  saveDraft(form, values, store);
  const key = readFormDraft(form, store)?.key || newKey();
  storeDraft(form, { values, key }, store);
  return key;
}

export function forgetDraft(form: string, store = openStore()): void {
  store?.removeItem(draftName(form));
}

function storeDraft(form: string, draft: FormDraft, store: Store | null): void {
  try {
    store?.setItem(draftName(form), JSON.stringify(draft));
  } catch {
    // A full or forbidden store only means that a draft does not survive its page.
  }
}

/** Returns null where the browser forbids storage, and on the server. */
function openStore(): Store | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

function draftName(form: string): string {
  return `${draftPrefix}${form}`;
}

function isDraft(value: unknown): value is FormDraft {
  if (typeof value !== "object" || value === null || !("values" in value) || !("key" in value)) return false;
  const { values, key } = value;
  if (typeof key !== "string" || typeof values !== "object" || values === null) return false;
  return Object.values(values).every((one) => typeof one === "string");
}

/** Returns 128 random bits as hexadecimal digits. Insecure pages have no `randomUUID`. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
