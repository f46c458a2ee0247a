import type { ComponentProps } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Speaker } from "./people.tsx";

const picture = {
  id: "face-0001",
  revision: 1,
  alt: "",
  width: 400,
  height: 500,
  focal: [0.5, 0.5] as [number, number],
  placeholder: "",
};

const draw = (speaker: Omit<ComponentProps<typeof Speaker>, "element">) =>
  renderToStaticMarkup(<Speaker element="div" {...speaker} />);

test("who said it stands with a face where there is one, named by it, and nowhere inside a paragraph", () => {
  const said = draw({ name: "Rahela", role: "Owner", picture });
  expect(said).toMatch(/^<div class="speaker with-face">.*<img [^>]*alt="Rahela"/);
  expect(said).toContain("<span><b>Rahela</b>, Owner</span>");
  expect(said).not.toMatch(/<p[ >]/);
  expect(draw({ name: "", role: "Owner", picture: null })).toBe(
    '<div class="speaker"><span>Owner</span></div>',
  );
  expect(draw({ name: "", role: "", picture: null })).toBe("");
});
