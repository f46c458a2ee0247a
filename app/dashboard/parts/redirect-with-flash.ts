import { redirect } from "react-router";
import type { ActionOk } from "./action-result.ts";

const cookieName = "said";

/** Leads to another screen, which says what was done. @param path below /dashboard */
export function redirectWithFlash(path: string, said?: ActionOk): Response {
  const answer = redirect(path, 303);
  if (said)
    answer.headers.append(
      "set-cookie",
      `${cookieName}=${encode(said)}; Path=/dashboard; Max-Age=30; SameSite=Lax; HttpOnly`,
    );
  return answer;
}

/** What was done on the screen before, and the cookie that makes it be said once. */
export function readFlash(request: Request): { said: ActionOk | null; forget: string } {
  const [, text] = /(?:^|;\s*)said=([\w-]+)/.exec(request.headers.get("cookie") ?? "") ?? [];
  const said = text === undefined ? null : decode(text);
  return {
    said,
    forget: text === undefined ? "" : `${cookieName}=; Path=/dashboard; Max-Age=0; SameSite=Lax; HttpOnly`,
  };
}

function encode(said: ActionOk): string {
  return Buffer.from(JSON.stringify(said)).toString("base64url");
}

/** A cookie can be made up, so what it says is shown as text and its undo is judged like any other form. */
function decode(text: string): ActionOk | null {
  try {
    const said: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    const isDone =
      typeof said === "object" && said !== null && "done" in said && typeof said.done === "string";
    if (!isDone) return null;
    const done = said as ActionOk; // told by its one needed key
    const isOwnPath = /^\/(?!\/)/.test(done.view ?? "");
    return { ...done, view: isOwnPath ? done.view : undefined };
  } catch {
    return null;
  }
}
