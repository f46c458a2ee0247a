import { useLocation } from "react-router";
import type { Draft, DraftRecord, FormField } from "#app/company/form-field.ts";
import type { Overtaken } from "#app/company/save-section.ts";
import { Moment } from "../parts/moment.tsx";

interface OvertakingProps {
  fields: readonly FormField[];
  mine: DraftRecord;
  overtaken: Overtaken;
}

/** What somebody else has saved meanwhile beside what was typed here; nothing is lost of either. */
export function Overtaking({ fields, mine, overtaken }: OvertakingProps) {
  const [theirs, ours] = [flatten(fields, overtaken.draft), flatten(fields, mine)];
  const { pathname } = useLocation();
  const names = [...new Set([...theirs.keys(), ...ours.keys()])];
  const differing = names.filter((name) => theirs.get(name) !== ours.get(name));
  return (
    <section className="overtaken" role="alert">
      <h2 className="t">Somebody else has saved this meanwhile</h2>
      <p>
        {overtaken.savedAt && (
          <>
            Saved <Moment at={overtaken.savedAt} />.{" "}
          </>
        )}
        What you typed is still in the form. Save it over theirs, or <a href={pathname}>load theirs</a>.
      </p>
      <table className="tb">
        <thead>
          <tr>
            <th scope="col">Setting</th>
            <th scope="col">Theirs</th>
            <th scope="col">Yours</th>
          </tr>
        </thead>
        <tbody>
          {differing.map((name) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="said" dir="auto">
                {theirs.get(name) || "nothing"}
              </td>
              <td className="said" dir="auto">
                {ours.get(name) || "nothing"}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Every value by the labels that lead to it. */
function flatten(fields: readonly FormField[], record: DraftRecord, above = ""): Map<string, string> {
  return new Map(fields.flatMap((field) => [...flattenOne(field, record[field.name], above + field.label)]));
}

function flattenOne({ input }: FormField, value: Draft | undefined, label: string): Map<string, string> {
  // A group is a record and a list an array of them.
  if (input.type === "group") return flatten(input.fields, Object(value) as DraftRecord, `${label}, `);
  if (input.type === "list")
    return new Map(
      (Array.isArray(value) ? (value as DraftRecord[]) : []).flatMap((row, at) => [
        ...flatten(input.fields, row, `${label} ${at + 1}, `),
      ]),
    );
  return new Map([[label, Array.isArray(value) ? value.join(", ") : String(value ?? "")]]);
}
