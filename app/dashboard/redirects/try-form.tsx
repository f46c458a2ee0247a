import { Form } from "react-router";
import type { Tried } from "#app/content/redirects/try-address.ts";

/** Where an address would lead a visitor, by the same functions that lead visitors. */
export function TryForm({ tried }: { tried: Tried | null }) {
  return (
    <section>
      <Form className="sift">
        <label>
          Where does this lead?{" "}
          <input className="in" name="try" defaultValue={tried?.address} placeholder="/old/page" dir="ltr" />
        </label>
        <button className="btn q" type="submit">
          Try
        </button>
      </Form>
      {tried && (
        <p className="note" role="status">
          {describeTried(tried)}
        </p>
      )}
    </section>
  );
}

function describeTried({ outcome, place, steps, address }: Tried): string {
  const name = place?.title ? `“${place.title}”` : "a page of this site";
  const by = steps.length > 1 ? ` by way of ${steps.slice(0, -1).join(", ")}` : "";
  if (outcome === "page") return `${address}: ${name} stands there.`;
  if (outcome === "draft") return `${address}: nothing yet. It leads to ${name}, which is not public.`;
  if (outcome === "lost") return `${address}: nowhere. Readers see the page for what is not found.`;
  const end = steps.at(-1) ?? "";
  if (!end.startsWith("/")) return `${address}: leads to ${end}${by}, on another site.`;
  return place
    ? `${address}: leads to ${name}, ${end}${by}.`
    : `${address}: leads to ${end}${by}, where nothing of ours stands.`;
}
