import { Form } from "react-router";
import { TrashDeeds } from "./trash-deeds.tsx";

/** Says of a deleted file that it is one, and brings it back. */
export function InTrash() {
  return (
    <Form className="note row" method="post">
      <p>This file lies in the trash. It goes for good 30 days after it was deleted.</p>
      <TrashDeeds />
    </Form>
  );
}
