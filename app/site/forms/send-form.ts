import { type SubmitEvent, useEffect, useRef } from "react";
import { data, isRouteErrorResponse, useLocation, useNavigation } from "react-router";
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
  "You have no connection. What you wrote is kept, and is sent by itself when you are connected again, if this page is still open.";
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
