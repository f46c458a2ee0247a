import { Form } from "react-router";
import { TrashDeeds } from "./trash-deeds.tsx";

/** Says of a deleted file that it is one, and brings it back. */
export function InTrash() {
  return (
    <Form className="note row" method="post">
      <p>This file is in the trash. It is deleted permanently 30 days after it was deleted.</p>
      <TrashDeeds />
    </Form>
  );
}
