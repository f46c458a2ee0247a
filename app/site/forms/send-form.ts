import { type SubmitEvent, useEffect, useRef } from "react";
import { data, isRouteErrorResponse, useLocation, useNavigation } from "react-router";
import { draftPrefix } from "#app/pages/private-storage.ts";
import { notSentOffline } from "#app/site/shell/connection.ts";
import { onFirstUse } from "#app/site/shell/first-use.ts";
import type { FormAnswer } from "./form-answer.ts";

interface Sending<Answer> {
  request: Request;
  serverAction(): Promise<Answer>;
  /** The form is a `LeadForm`, which goes by itself when the connection is back. */
  sendsItself?: boolean;
}

/**
 * Sends a form, and stays on its page when no answer comes: the network is gone, or the server is in trouble. The status
 * tells the router not to load the page anew, which would fail as well and take the typed text with it.
 */
export async function keepTypedForm<Answer>({ request, serverAction, sendsItself = false }: Sending<Answer>) {
  const sent = await request.clone().formData();
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response) throw error;
    const isOffline = !isRouteErrorResponse(error) && navigator.onLine === false;
    const isWaiting = isOffline && sendsItself;
    const title = isRouteErrorResponse(error) ? troubled : isOffline ? offline(sendsItself) : unreached;
    const typed = Object.fromEntries([...sent].filter((pair): pair is [string, string] => isText(pair[1])));
    return data<FormAnswer>(
      { title, errors: {}, typed, isConsentTicked: sent.has("consent"), isWaiting },
      503,
    );
  }
}

/**
 * Sends a form by a script that is fetched for it; where that can't be had, as it would be sent without one.
 */
export async function sendByScript<Script, Answer, Plain>(
  fetchScript: Promise<Script>,
  send: (script: Script) => Promise<Answer>,
  plain: Sending<Plain>,
) {
  const script = await fetchScript.catch(() => null);
  return script ? send(script) : keepTypedForm(plain);
}

/** Has the script that `sendByScript` waits for fetched before a form of this page is sent. */
export function useSender(fetchScript: () => Promise<unknown>): void {
  useEffect(() => onFirstUse(async () => void (await fetchScript())), [fetchScript]);
}

const unreached =
  "This did not reach us: your connection may be gone. Everything you wrote is still here, so please try again.";
const offline = (sendsItself: boolean) => (sendsItself ? waiting : notSentOffline);
const waiting =
  "You’re offline. Keep this page open: your message is saved and will be sent as soon as you’re back online.";
const troubled =
  "That did not work on our side. Everything you wrote is still here: please try again in a minute.";

function isText(value: unknown): value is string {
  return typeof value === "string";
}

/**
 * Lets one sending through until it is answered; says of each whether it goes. What is rendered is no help: on a slow
 * phone a second tap comes before it. Any change of `answer`, or the next page, ends the sending.
 */
export function useSendOnce(answer: unknown): (event: SubmitEvent<HTMLFormElement>) => boolean {
  const isUnderWay = useRef(false);
  const { state } = useNavigation();
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them is the end of a sending
  useEffect(() => {
    if (state === "idle") isUnderWay.current = false;
  }, [state, key, answer]);
  return (event) => {
    const goes = !isUnderWay.current;
    isUnderWay.current = true;
    if (!goes) event.preventDefault();
    return goes;
  };
}

/** What was typed into a form and has not arrived yet; kept by the browser until its tab is closed or somebody signs out in it. */
interface FormDraft {
  values: Record<string, string>;
  /** Names the sending of just these values; empty until they are sent. */
  key: string;
}

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** The draft of a form; null where there is none, or none that can be read. */
export function readFormDraft(form: string, store = openStore()): FormDraft | null {
  try {
    const draft: unknown = JSON.parse(store?.getItem(draftName(form)) ?? "null");
    return isDraft(draft) ? draft : null;
  } catch {
    return null;
  }
}

/** Keeps what stands in the form now. Other words are another sending: they lose the key of the former ones. */
export function saveDraft(form: string, values: Record<string, string>, store = openStore()): void {
  const before = readFormDraft(form, store);
  const isSame = before !== null && JSON.stringify(before.values) === JSON.stringify(values);
  if (!isSame) storeDraft(form, { values, key: "" }, store);
}

/** The key for sending these values, the same one as long as they stay the same. */
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

/** Null where the browser forbids it, and on the server. */
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

/** 128 random bits in hexadecimal digits; also where a page is not secure and `randomUUID` is missing. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
