/** Name of the API token in the browser's storage, as specified. */
export const tokenKey = "access-token";

/** Prefix of a user's private data in the browser's storage. */
export const privatePrefix = "private:";

/** IndexedDB database with unsaved text of forms. */
export const unsavedDatabase = "frontdesk";

/** Prefix of unsent drafts of the site's forms in session storage. */
export const draftPrefix = "draft:";

/** Broadcast channel that tells other tabs of this site about a sign-in or sign-out. */
export const accountChannel = "frontdesk-account";

/** Broadcast channel on which the sign-in popup reports its outcome; same-origin pages only. */
export const popupChannel = "frontdesk-sign-in";

export function namesIn(storage: Storage): string[] {
  return Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? "");
}

const browser = {
  local: () => localStorage,
  tab: () => sessionStorage,
  canSeal: () => crypto.subtle !== undefined,
  deleteDatabase: (name: string): unknown => indexedDB.deleteDatabase(name),
};

/**
 * Removes a user's private data from the browser's storage. Unsaved text of forms is deleted only when the browser
 * cannot encrypt it.
 */
export function forgetPrivate({ local, tab, canSeal, deleteDatabase }: typeof browser = browser): void {
  attempt(() => removeFrom(local(), isPrivate));
  attempt(() => removeFrom(tab(), (name) => name.startsWith(draftPrefix)));
  if (!canSeal()) attempt(() => deleteDatabase(unsavedDatabase));
}

function removeFrom(storage: Storage, isGone: (name: string) => boolean): void {
  for (const name of namesIn(storage)) if (isGone(name)) storage.removeItem(name);
}

function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // A browser that blocks storage has nothing to remove.
  }
}

function isPrivate(name: string): boolean {
  return name.startsWith(privatePrefix) || name === tokenKey;
}
