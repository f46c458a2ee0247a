import { data, isRouteErrorResponse } from "react-router";
import type { FormAnswer } from "./form-answer.ts";

interface Sending<Answer> {
  request: Request;
  serverAction(): Promise<Answer>;
  /** The field beside which it is said that no answer came; above the form alone without one. */
  blamed?: string;
}

/**
 * Sends a form, and stays on its page when no answer comes: the network is gone, or the server is in trouble. The status
 * tells the router not to load the page anew, which would fail as well and take the typed text with it.
 */
export async function keepForm<Answer>({ request, serverAction, blamed }: Sending<Answer>) {
  const sent = await request.clone().formData();
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response) throw error;
    const isWaiting = !isRouteErrorResponse(error) && navigator.onLine === false;
    const title = isWaiting ? waiting : isRouteErrorResponse(error) ? troubled : unreached;
    const typed = Object.fromEntries([...sent].filter((pair): pair is [string, string] => isText(pair[1])));
    const errors: FormAnswer["errors"] = blamed ? { [blamed]: title } : {};
    return data<FormAnswer>({ title, errors, typed, isConsentTicked: sent.has("consent"), isWaiting }, 503);
  }
}

const unreached =
  "This did not reach us: your connection may be gone. Everything you wrote is still here, so please try again.";
const waiting =
  "You have no connection. What you wrote is kept, and goes by itself when you are connected again and this page is still open.";
const troubled =
  "That did not work on our side. Everything you wrote is still here: please try again in a minute.";

function isText(value: unknown): value is string {
  return typeof value === "string";
}
