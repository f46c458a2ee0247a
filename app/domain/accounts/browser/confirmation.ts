type Fetch = typeof window.fetch;
/** Opens the dialog; resolves to true after the user has confirmed their identity, false when they cancel. */
type Confirm = (signal?: AbortSignal | null) => Promise<boolean>;

let openDialog: Confirm = async () => false;
let pendingConfirmation: Promise<boolean> | null = null;

/**
 * Asks the signed-in user to confirm their identity in a dialog over the current page.
 * @param signal closes the dialog when the caller no longer needs the answer
 */
export function confirmIdentity(signal?: AbortSignal | null): Promise<boolean> {
  pendingConfirmation ??= openDialog(signal).finally(() => {
    pendingConfirmation = null;
  });
  return pendingConfirmation;
}

/** Resolves to true if the session is fresh or the user confirms their identity. */
export async function needFreshSession(): Promise<boolean> {
  const answer = await fetch("/api/auth/confirmation", { cache: "no-store" }).catch(() => null);
  // The server refuses the action itself when the session is invalid.
  if (!answer?.ok) return true;
  const { isFresh } = (await answer.json()) as { isFresh: boolean }; // our own API
  return isFresh || confirmIdentity();
}

/** Sets the dialog that `confirmIdentity` opens. */
export function confirmBy(open: Confirm): void {
  openDialog = open;
}

/**
 * Wraps `fetch`: when a dashboard form fails because the session is stale, opens the dialog and resends the form.
 * If the user cancels, the caller gets the original response and the form keeps its input.
 */
export function confirmInPlace(open: Confirm): void {
  confirmBy(open);
  const { fetch } = window;
  window.fetch = async (input, init) => {
    const answer = await fetch(input, init);
    if (answer.status !== staleStatus || !isForm(input, init)) return answer;
    return (await confirmIdentity(init?.signal)) ? fetch(input, init) : answer;
  };
}

/** Whether this is a form sent by React Router, whose body can be sent again. */
function isForm(input: Parameters<Fetch>[0], init: RequestInit | undefined): boolean {
  if (input instanceof Request || init?.method !== "POST") return false;
  return new URL(input, location.href).pathname.endsWith(".data");
}

/** Response status for a form sent with a stale session; no other response to a form uses it. */
export const staleStatus = 401;

/** Header of forms sent by scripts: with a stale session, the server answers `staleStatus` instead of redirecting. */
export const inPlaceHeader = "x-confirm-in-place";
