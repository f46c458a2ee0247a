import { Link } from "react-router";
import { Cloth } from "#app/site/parts/cloth.tsx";
import { languageOf } from "#app/site/parts/language.ts";
import { Address } from "../address.tsx";
import type { ProfilePage } from "./read-profile.ts";

/** The person: photo or cloth, name, address. */
export function ProfileHead({ page: { person, since } }: { page: ProfilePage }) {
  return (
    <div className="who">
      <div className="portrait">
        {person.image ? (
          <img src={person.image} alt="" width={96} height={96} />
        ) : (
          <Cloth seed={person.id} tone="blue" layout="phul" width={192} height={192} eager />
        )}
      </div>
      <div>
        <h1 lang={languageOf(person.name)}>{person.name}</h1>
        <p>
          <Address email={person.email} />, <span className="since">member since {since}</span>
        </p>
        <p>
          <Link to="/myprofile/photo">{person.image ? "Change the photo" : "Add a photo"}</Link>
        </p>
      </div>
    </div>
  );
}
