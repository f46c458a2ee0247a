import { langAttribute } from "./language.ts";
import { ClothPicture } from "./pictures/cloth.tsx";

interface TestimonialProps {
  quote: string;
  name: string;
  role: string;
  seed: string;
}

/** What one client says, at display size. */
export function Testimonial({ quote, name, role, seed }: TestimonialProps) {
  return (
    <section className="quote page-grid" aria-label="A client says">
      <ClothPicture seed={seed} tone="muslin" layout="kalka" width={520} height={560} />
      <figure>
        <blockquote className={quote.length > 180 ? "long" : undefined} lang={langAttribute(quote)}>
          {quote}
        </blockquote>
        <figcaption>
          {name && <b>{name}</b>}
          {name && role ? ", " : ""}
          {role}
        </figcaption>
      </figure>
    </section>
  );
}
