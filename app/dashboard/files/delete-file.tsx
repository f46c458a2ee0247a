import { Form } from "react-router";
import { sayCount } from "#app/text/counts.ts";
import type { UsePlace } from "./read-file-screen.ts";

/** Puts a file into the trash; one that is used somewhere says why it can't. */
export function DeleteFile({ places }: { places: readonly UsePlace[] }) {
  return (
    <section>
      <h2>Delete</h2>
      {places.length > 0 ? (
        <p className="hint">
          It is used in {sayCount(places.length, "place")}. Take it out there first; then it can be deleted.
        </p>
      ) : (
        <Form className="row" method="post">
          <button className="btn q bad" type="submit" name="intent" value="trash">
            Delete
          </button>
          <span className="hint">You can restore it for 30 days.</span>
        </Form>
      )}
    </section>
  );
}
