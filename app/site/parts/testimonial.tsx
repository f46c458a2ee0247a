import type { Picture as LibraryPicture } from "#app/files/pictures/picture.ts";
import { langAttribute } from "./language.ts";
import { ClothPicture } from "./pictures/cloth.tsx";
import { Portrait } from "./pictures/portrait.tsx";

interface TestimonialProps {
  quote: string;
  name: string;
  role: string;
  picture: LibraryPicture | null;
  seed: string;
}

/** What one client says, at display size. */
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

/** Who said it, with their face where there is one. */
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
