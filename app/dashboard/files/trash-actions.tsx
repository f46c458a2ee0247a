import { useLayoutData } from "../shell/layout-data.ts";

/** What can be done with what lies in the trash: for good only by admins. */
export function TrashActions() {
  const { person } = useLayoutData();
  return (
    <>
      <button className="btn q" type="submit" name="intent" value="restore">
        Restore
      </button>
      {person.role === "admin" && (
        <button className="btn q bad" type="submit" name="intent" value="purge">
          Delete permanently
        </button>
      )}
    </>
  );
}
