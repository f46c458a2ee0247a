import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Speaker } from "./testimonial.tsx";

const picture = {
  id: "face-0001",
  revision: 1,
  alt: "",
  width: 400,
  height: 500,
  focal: [0.5, 0.5] as [number, number],
  placeholder: "",
};

test("who said it stands with a face where there is one, named by it, and nowhere inside a paragraph", () => {
  const said = renderToStaticMarkup(<Speaker element="div" name="Rahela" role="Owner" picture={picture} />);
  expect(said).toMatch(/^<div class="speaker with-face">.*<img [^>]*alt="Rahela"/);
  expect(said).toContain("<span><b>Rahela</b>, Owner</span>");
  expect(said).not.toMatch(/<p[ >]/);
  expect(renderToStaticMarkup(<Speaker element="div" name="" role="Owner" picture={null} />)).toBe(
    '<div class="speaker"><span>Owner</span></div>',
  );
  expect(renderToStaticMarkup(<Speaker element="div" name="" role="" picture={null} />)).toBe("");
});
