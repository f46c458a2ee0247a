import { Form } from "react-router";
import type { Tried } from "#app/content/redirects/try-address.ts";

/** Where an address would lead a visitor, by the same functions that lead visitors. */
export function TryForm({ tried }: { tried: Tried | null }) {
  return (
    <section>
      <Form className="sift">
        <label>
          Check an address{" "}
          <input className="in" name="try" defaultValue={tried?.address} placeholder="/old/page" dir="ltr" />
        </label>
        <button className="btn q" type="submit">
          Check
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
  const by = steps.length > 1 ? ` through ${steps.slice(0, -1).join(", ")}` : "";
  if (outcome === "page") return `${address}: shows ${name}.`;
  if (outcome === "draft") return `${address}: redirects to ${name}, which is not published.`;
  if (outcome === "lost") return `${address}: not found.`;
  const end = steps.at(-1) ?? "";
  if (!end.startsWith("/")) return `${address}: redirects to ${end}${by}, on another site.`;
  return place
    ? `${address}: redirects to ${name}, ${end}${by}.`
    : `${address}: redirects to ${end}${by}, which is not found.`;
}
