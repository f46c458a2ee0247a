import type { Picture as LibraryPicture } from "#app/domain/files/pictures/picture.ts";
import { ClothPicture } from "./pictures/cloth.tsx";
import { Portrait } from "./pictures/picture.tsx";
import { langAttribute } from "./prose.ts";

interface PersonRowProps {
  name: string;
  role: string;
  picture: LibraryPicture | null;
  /** Path of the person's page. */
  to?: string;
  bio?: string;
  /** Number of posts in words, such as "12 posts". */
  written?: string;
}

/** A person in a list: portrait, name, role and optional details. */
export function PersonRow({ name, role, picture, to, bio, written }: PersonRowProps) {
  return (
    <li>
      <Portrait name={name} picture={picture} width={128} />
      <p>
        <b lang={langAttribute(name)}>{to ? <a href={to}>{name}</a> : name}</b>
        {role && <span lang={langAttribute(role)}>{role}</span>}
        {bio && (
          <span className="bio" lang={langAttribute(bio)}>
            {bio}
          </span>
        )}
        {written && <span className="small">{written}</span>}
      </p>
    </li>
  );
}

interface TestimonialProps {
  quote: string;
  name: string;
  role: string;
  picture: LibraryPicture | null;
  seed: string;
}

/** A testimonial of a client, at display size. */
export function Testimonial({ quote, name, role, picture, seed }: TestimonialProps) {
  return (
    <section className="quote page-grid" aria-label="A client says">
      <ClothPicture seed={seed} tone="muslin" layout="kalka" width={520} height={560} />
      <figure>
        <blockquote className={quote.length > 180 ? "long" : undefined} lang={langAttribute(quote)}>
          {quote}
        </blockquote>
        <Speaker element="figcaption" name={name} role={role} picture={picture} />
      </figure>
    </section>
  );
}

interface SpeakerProps extends Pick<TestimonialProps, "name" | "role" | "picture"> {
  element: "figcaption" | "div";
}

/** The person quoted, with an optional portrait. */
export function Speaker({ element: Element, name, role, picture }: SpeakerProps) {
  if (!name && !role) return null;
  return (
    <Element className={picture ? "speaker with-face" : "speaker"}>
      {picture && <Portrait name={name} picture={picture} width={64} />}
      <span>
        {name && <b>{name}</b>}
        {name && role ? ", " : ""}
        {role}
      </span>
    </Element>
  );
}
