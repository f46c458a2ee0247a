/** Head of the column of buttons, for whoever hears the table. */
export function ActionsHeader() {
  return (
    <th scope="col" className="actions-cell">
      <span className="visually-hidden">Actions</span>
    </th>
  );
}
