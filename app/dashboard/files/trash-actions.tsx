import { useLayoutData } from "../shell/layout-data.ts";

/** What can be done with what lies in the trash: for good only by admins. */
export function TrashActions() {
  const { person } = useLayoutData();
  return (
    <>
      <button className="btn quiet" type="submit" name="intent" value="restore">
        Restore
      </button>
      {person.role === "admin" && (
        <button className="btn quiet bad" type="submit" name="intent" value="purge">
          Delete permanently
        </button>
      )}
    </>
  );
}
