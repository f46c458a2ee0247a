import type { FormInput } from "../parts/handle-action.ts";

/** Which of the three a form says a redirect leads to. */
export const targetKinds = [
  {
    value: "path",
    label: "A page of this site",
    hint: "An address that starts with /. If it belongs to an entry, the redirect follows it when its title changes.",
  },
  { value: "url", label: "Another site", hint: "A full https address." },
] as const;

/** What a form says of a redirect, for `createRedirect` and `changeRedirect`. */
export function readRedirectForm(sent: FormInput): Record<string, string> {
  const kind = sent.text("kind");
  const to = sent.text("to");
  if (kind === "entry") return { from: sent.text("from"), entry: sent.text("entry") };
  return { from: sent.text("from"), ...(kind === "url" ? { url: to } : { path: to }) };
}
