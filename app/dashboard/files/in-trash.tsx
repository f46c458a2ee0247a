import { Form } from "react-router";
import { useFrame } from "../shell/frame.ts";

/** Says of a deleted file that it is one, and brings it back. */
export function InTrash() {
  const { person } = useFrame();
  return (
    <Form className="note row" method="post">
      <p>This file lies in the trash. It goes for good 30 days after it was deleted.</p>
      <button className="btn q" type="submit" name="intent" value="restore">
        Bring back
      </button>
      {person.role === "admin" && (
        <button className="btn q bad" type="submit" name="intent" value="purge">
          Delete for good
        </button>
      )}
    </Form>
  );
}
