/** The first button of a form, unseen, so that Enter in a field saves. */
export function SaveOnEnter() {
  return (
    <button className="visually-hidden" type="submit" name="intent" value="save" tabIndex={-1} aria-hidden>
      Save
    </button>
  );
}
