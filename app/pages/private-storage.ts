/** Name in the storage of the token for our API, as the specification has it. */
export const tokenKey = "access-token";

/** Begins the name of whatever a browser keeps of somebody's own in its storage. */
export const privatePrefix = "private:";

/** The database of a browser in which unsaved text of forms lies. */
export const unsavedDatabase = "frontdesk";

/** Begins the name of what a visitor has typed into a form of the site and not sent, in the storage of a tab. */
export const draftPrefix = "draft:";

/** Pages of this site in one browser tell each other by it that somebody signed in or out. */
export const accountChannel = "frontdesk-account";

/** The last page of a popup that signs in tells how it ended on this channel; only pages of this site hear it. */
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
 * Forgets what people kept here, for whoever sits here next; without a storage there is nothing to forget. Unsaved text of
 * forms stays, since nobody else can read it; where the browser could not seal it, it goes as well.
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
    // A browser that forbids its storage has kept nothing in it.
  }
}

function isPrivate(name: string): boolean {
  return name.startsWith(privatePrefix) || name === tokenKey;
}
