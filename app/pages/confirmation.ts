type Fetch = typeof window.fetch;
/** Asks over the page, until the person has shown who they are (true) or wants no more (false). */
type Confirm = (signal?: AbortSignal | null) => Promise<boolean>;

let openDialog: Confirm = async () => false;
let accountRequest: Promise<boolean> | null = null;

/**
 * Asks whoever is signed in to show again who they are, in a dialog over the page they are on.
 * @param signal ends the question when nobody waits for its answer any more
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
  // Whatever is wrong, the server will say when it is asked for the thing itself.
  if (!answer?.ok) return true;
  const { isFresh } = (await answer.json()) as { isFresh: boolean }; // our own API
  return isFresh || confirmIdentity();
}

/**
 * Makes forms that are refused for want of a fresh session ask for it in place and go again by themselves. When the person
 * wants no more, the refusal is the answer, and the form stays as it was filled in.
 */
export function confirmInPlace(open: Confirm): void {
  openDialog = open;
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

/** What a form is answered with whose session is not fresh; nothing else answers a form with it. */
export const staleStatus = 401;
