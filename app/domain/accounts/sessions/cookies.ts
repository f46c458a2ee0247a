/** Cookie names by purpose. */
const names = {
  session: "session_token",
  device: "device",
  registration: "registration",
  secondStep: "second_step",
  provider: "provider",
  passkey: "passkey",
  /** E-mail address of a mailed link, for the sign-in form. */
  signInEmail: "sign_in_email",
  /** Set by the dashboard during inactivity; see `identify`. */
  idle: "idle",
} as const;

export type CookieName = keyof typeof names;

export interface CookieJar {
  read(request: Request, name: CookieName): string | null;
  /** Set-Cookie value. @param seconds lifetime */
  set(name: CookieName, value: string, seconds: number): string;
  clear(name: CookieName): string;
  /** Cookie that shows scripts of public pages only whether someone is signed in. */
  hint(seconds: number): string;
  /** Full cookie name. */
  nameOf(name: CookieName): string;
}

/** With https, the `__Host-` prefix blocks other hosts and plain connections (RFC 6265bis). */
export function createCookieJar(publicUrl: URL): CookieJar {
  const isHttps = publicUrl.protocol === "https:";
  const secure = isHttps ? "; Secure" : "";
  const prefix = isHttps ? "__Host-" : "";
  const nameOf = (name: CookieName) => `${prefix}frontdesk.${names[name]}`;
  const write = (name: string, value: string, seconds: number, rest: string) =>
    `${name}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}${rest}`;
  return {
    nameOf,
    read: (request, name) => findCookie(request.headers.get("cookie") ?? "", nameOf(name)),
    set: (name, value, seconds) => write(nameOf(name), value, seconds, "; HttpOnly"),
    clear: (name) => write(nameOf(name), "", 0, "; HttpOnly"),
    hint: (seconds) => write(`${prefix}signed-in`, seconds > 0 ? "1" : "", seconds, ""),
  };
}

/** Whether a Cookie header contains the signed-in hint. */
export function hasSignedInCookie(cookie: string): boolean {
  return /(?:^|;\s*)(?:__Host-)?signed-in=1(?:;|$)/.test(cookie);
}

/** Value of a cookie; null if the name occurs twice. */
function findCookie(header: string, name: string): string | null {
  const found = header
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`));
  const value = found[0]?.slice(name.length + 1) ?? "";
  return found.length === 1 && /^[\w.%~-]{1,1000}$/.test(value) ? value : null;
}
