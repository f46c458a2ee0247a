import type { SentPairs } from "#app/fields/read-form.ts";
import type { How, Outcome, SavedHead } from "./autosave.ts";
import type { SaveAnswer } from "./save-answer.ts";

/** Sends what stands in a form to be saved. @param entry null where there is none yet */
export async function sendForm<Head extends SavedHead>(
  path: string,
  entry: Head | null,
  pairs: SentPairs,
  how: How,
): Promise<Outcome<Head>> {
  const body = new FormData();
  for (const [name, text] of pairs) body.append(name, text);
  body.set("intent", how);
  if (entry) body.set("basedOn", String(entry.version));
  try {
    const answer = await fetch(path, { method: "POST", body, signal: AbortSignal.timeout(20_000) });
    // Whoever is not signed in any more is led to a page.
    if (!answer.headers.get("content-type")?.includes("json"))
      return { is: answer.redirected ? "signed-out" : "offline" };
    const told = (await answer.json()) as SaveAnswer<Head>; // our own route
    if (told.entry && told.refusal) return { is: "partly", entry: told.entry, refusal: told.refusal };
    if (told.entry) return { is: "saved", entry: told.entry };
    return told.refusal ? { is: "refused", refusal: told.refusal } : { is: "offline" };
  } catch {
    return { is: "offline" };
  }
}
