/** Head of the column of buttons, for whoever hears the table. */
export function ActionsHeader() {
  return (
    <th scope="col" className="act">
      <span className="vh">Actions</span>
    </th>
  );
}
