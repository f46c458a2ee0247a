import { redirect } from "react-router";
import { z } from "zod";
import { act } from "../parts/act.ts";
import { openScreen } from "../parts/staff.ts";
import type { Route } from "./+types/theme.ts";

export const themeSchema = z.enum(["light", "dark", "system"]);
export type Theme = z.infer<typeof themeSchema>;

/** Editors and admins. There is nothing to see. */
export async function loader(args: Route.LoaderArgs) {
  await openScreen(args);
  return redirect("/dashboard/home");
}

/** Editors and admins: light, dark, or as the device has it; kept by the browser. */
export function action(args: Route.ActionArgs) {
  return act(args, "editor", {
    async theme({ text }) {
      const theme = themeSchema.catch("system").parse(text("theme"));
      const back = /^\/dashboard\/[\w/?=&%.-]*$/.test(text("back")) ? text("back") : "/dashboard/home";
      const cookie = `theme=${theme}; Path=/dashboard; Max-Age=31536000; SameSite=Lax; HttpOnly`;
      const answer = redirect(back, 303);
      answer.headers.append("set-cookie", cookie);
      return answer;
    },
  });
}

export function readTheme(request: Request): Theme {
  const [, kept] = /(?:^|;\s*)theme=(\w+)/.exec(request.headers.get("cookie") ?? "") ?? [];
  return themeSchema.catch("system").parse(kept);
}
