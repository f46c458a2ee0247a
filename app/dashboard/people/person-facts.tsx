import type { OtherPerson } from "#app/accounts/staff/read-other.ts";
import { Moment } from "../parts/moment.tsx";
import { Standing } from "./people-table.tsx";

/** Who somebody is and how they sign in. */
export function PersonFacts({ other }: { other: OtherPerson }) {
  return (
    <section>
      <h2 className="t">Account</h2>
      <dl className="facts">
        <Fact name="E-mail">
          <a href={`mailto:${other.email}`}>{other.email}</a>
        </Fact>
        {other.phone && <Fact name="Phone">{other.phone}</Fact>}
        {(other.isBanned || other.deletesAt) && (
          <Fact name="Status">
            <Standing person={other} />
            {other.deletesAt && (
              <>
                {" "}
                deleted on <Moment at={other.deletesAt} />
              </>
            )}
          </Fact>
        )}
        <Fact name="Joined">
          <Moment at={other.createdAt} />
        </Fact>
        <Fact name="Last seen">{other.lastSeenAt ? <Moment at={other.lastSeenAt} /> : "Never"}</Fact>
        <Fact name="Password">{other.waysIn.includes("password") ? "Set" : "None"}</Fact>
        <Fact name="Google">{other.google ?? "Not linked"}</Fact>
        <Fact name="Passkeys">{other.passkeys === 0 ? "None" : String(other.passkeys)}</Fact>
        <Fact name="Two-factor authentication">{other.hasSecondStep ? "On" : "Off"}</Fact>
      </dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
