import { redirect } from "react-router";
import { z } from "zod";
import { handleAction } from "../parts/handle-action.ts";
import type { Route } from "./+types/theme.ts";

export const themeSchema = z.enum(["light", "dark", "system"]);
export type Theme = z.infer<typeof themeSchema>;

/** GET redirects home. */
export function loader() {
  return redirect("/dashboard/home");
}

/** Stores the theme in a cookie: light, dark or system. */
export function action(args: Route.ActionArgs) {
  return handleAction(args, {
    async theme({ text }, { publicUrl }) {
      const theme = themeSchema.catch("system").parse(text("theme"));
      const back = /^\/dashboard\/[\w/?=&%.-]*$/.test(text("back")) ? text("back") : "/dashboard/home";
      const answer = redirect(back, 303);
      answer.headers.append("set-cookie", writeTheme(theme, publicUrl));
      return answer;
    },
  });
}

/** Set-Cookie header of the theme. */
export function writeTheme(theme: Theme, publicUrl: URL): string {
  const secure = isHttps(publicUrl) ? "; Secure" : "";
  return `${nameFor(publicUrl)}=${theme}; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly${secure}`;
}

export function readTheme(request: Request, publicUrl: URL): Theme {
  const cookies = (request.headers.get("cookie") ?? "").split(/;\s*/);
  const name = `${nameFor(publicUrl)}=`;
  const stored = cookies.find((one) => one.startsWith(name))?.slice(name.length);
  return themeSchema.catch("system").parse(stored);
}

/**
 * Browsers enforce the prefix: only this host can set the cookie, and only over HTTPS (RFC 6265bis, 4.1.3).
 */
function nameFor(publicUrl: URL): string {
  return isHttps(publicUrl) ? "__Host-theme" : "theme";
}

function isHttps({ protocol }: URL): boolean {
  return protocol === "https:";
}
