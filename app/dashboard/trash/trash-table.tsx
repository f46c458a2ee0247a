import type { PostForm } from "../content/list/bulk-bar.tsx";
import { Moment } from "../parts/moment.tsx";
import type { TrashScreenRow } from "./read-trash.ts";

/** One form around all lines: select some and restore them, or press the button of one. */
export function TrashTable({ rows, Form }: { rows: TrashScreenRow[]; Form: PostForm }) {
  return (
    <>
      <Form className="bulk" method="post" id="bulk">
        <b>Selected</b>
        <button className="btn q sm" type="submit" name="intent" value="restore">
          Restore
        </button>
        <label className="check">
          <input type="checkbox" name="sure" /> I am sure
        </label>
        <button className="btn q sm bad" type="submit" name="intent" value="delete">
          Delete permanently
        </button>
      </Form>
      <table className="tb entries">
        <caption className="vh">Trash</caption>
        <thead>
          <tr>
            <th className="tick">
              <span className="vh">Select</span>
            </th>
            <th scope="col">Title</th>
            <th scope="col">Type</th>
            <th scope="col">Deleted</th>
            <th scope="col">Deleted permanently on</th>
            <th scope="col">
              <span className="vh">Restore</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td className="tick">
                <input
                  type="checkbox"
                  name="id"
                  value={`${row.kind} ${row.id}`}
                  form="bulk"
                  aria-label={`Select ${row.title}`}
                />
              </td>
              <td className="main" lang={row.lang}>
                {row.title}
              </td>
              <td className="mute nw">{row.kindName}</td>
              <td className="hide num mute nw">
                <Moment at={row.deletedAt} />
              </td>
              <td className="num mute nw">
                <Moment at={row.endsAt} />
              </td>
              <td className="act">
                <Form method="post">
                  <input type="hidden" name="id" value={`${row.kind} ${row.id}`} />
                  <button className="btn q sm" type="submit" name="intent" value="restore">
                    Restore<span className="vh"> {row.title}</span>
                  </button>
                </Form>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
