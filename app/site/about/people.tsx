import { languageOf } from "#app/site/parts/language.ts";

/** Who works here, as far as the company says. */
export function People({ team }: { team: readonly { name: string; role: string }[] }) {
  if (team.length === 0) return null;
  return (
    <section className="people g" aria-labelledby="people">
      <h2 className="h2" id="people">
        Who does the work
      </h2>
      <ul className="team">
        {team.map(({ name, role }) => (
          <li key={name + role}>
            <b lang={languageOf(name)}>{name}</b>
            {role && <span lang={languageOf(role)}>{role}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
