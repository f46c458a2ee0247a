import { roleMeanings, roles, roleWords } from "./labels.ts";

/** Each role with what it opens. */
export function RoleChoice({ chosen, error }: { chosen: string; error?: string | undefined }) {
  return (
    <fieldset className="choice">
      <legend className="visually-hidden">Role</legend>
      {roles.map((role) => (
        <label key={role} className="check">
          <input type="radio" name="role" value={role} defaultChecked={role === chosen} />
          <span>
            <b>{roleWords[role]}</b> <small>{roleMeanings[role]}</small>
          </span>
        </label>
      ))}
      {error && <p className="err">{error}</p>}
    </fieldset>
  );
}
