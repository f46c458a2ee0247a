/** The cookies of accounts, by what they are for. */
const names = {
  session: "session_token",
  device: "device",
  registration: "registration",
  secondStep: "second_step",
  provider: "provider",
  passkey: "passkey",
  /** The e-mail address of an account that was just made, for the sign-in form. */
  newAccount: "new_account",
  /** Set by the dashboard while nobody touches it; see `identify`. */
  idle: "idle",
} as const;

export type CookieName = keyof typeof names;

export interface CookieJar {
  read(request: Request, name: CookieName): string | null;
  /** A Set-Cookie value. @param seconds how long it is kept */
  set(name: CookieName, value: string, seconds: number): string;
  clear(name: CookieName): string;
  /** Tells scripts of public pages whether somebody is signed in, and no more. */
  hint(seconds: number): string;
  /** The name a browser knows it by. */
  nameOf(name: CookieName): string;
}

/** With https no other host and no plain connection can set or read them (RFC 6265bis, `__Host-`). */
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

/** Whether a Cookie header carries that hint. */
export function saysSignedIn(cookie: string): boolean {
  return /(?:^|;\s*)(?:__Host-)?signed-in=1(?:;|$)/.test(cookie);
}

/** The value of a cookie; of two with one name neither is believed. */
function findCookie(header: string, name: string): string | null {
  const found = header
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`));
  const value = found[0]?.slice(name.length + 1) ?? "";
  return found.length === 1 && /^[\w.%~-]{1,1000}$/.test(value) ? value : null;
}
