type Fetch = typeof window.fetch;
/** Opens the dialog; resolves to true after the user has confirmed their identity, false when they cancel. */
type Confirm = (signal?: AbortSignal | null) => Promise<boolean>;

let openDialog: Confirm = async () => false;
let accountRequest: Promise<boolean> | null = null;

/**
 * Asks the signed-in user to confirm their identity in a dialog over the current page.
 * @param signal closes the dialog when the caller no longer needs the answer
 */
export function confirmIdentity(signal?: AbortSignal | null): Promise<boolean> {
  accountRequest ??= openDialog(signal).finally(() => {
    accountRequest = null;
  });
  return accountRequest;
}

/** Before something that asks for a fresh session: true at once when it is one. */
export async function needFreshSession(): Promise<boolean> {
  const answer = await fetch("/api/auth/confirmation", { cache: "no-store" }).catch(() => null);
  // The server refuses the action itself when the session is invalid.
  if (!answer?.ok) return true;
  const { isFresh } = (await answer.json()) as { isFresh: boolean }; // our own API
  return isFresh || confirmIdentity();
}

/** Has `confirmIdentity` ask in this dialog. */
export function confirmBy(open: Confirm): void {
  openDialog = open;
}

/**
 * Makes forms of the dashboard that are refused for want of a fresh session ask for it in place and are sent again.
 * When the person wants no more, the refusal is the answer, and the form stays as it was filled in.
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

/** Whether React Router sends a form: what it sends has a body that can be sent twice. */
function isForm(input: Parameters<Fetch>[0], init: RequestInit | undefined): boolean {
  if (input instanceof Request || init?.method !== "POST") return false;
  return new URL(input, location.href).pathname.endsWith(".data");
}

/** Status of the answer to a form sent with a stale session; no other answer to a form has it. */
export const staleStatus = 401;

/** Header of a form that a script sends: the refusal of a session that is not fresh comes as an answer, not as a redirect. */
export const inPlaceHeader = "x-confirm-in-place";
