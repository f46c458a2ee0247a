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

test("a speaker has a named portrait and is outside any paragraph", () => {
  const html = draw({ name: "Rahela", role: "Owner", picture });
  expect(html).toMatch(/^<div class="speaker with-face">.*<img [^>]*alt="Rahela"/);
  expect(html).toContain("<span><b>Rahela</b>, Owner</span>");
  expect(html).not.toMatch(/<p[ >]/);
  expect(draw({ name: "", role: "Owner", picture: null })).toBe(
    '<div class="speaker"><span>Owner</span></div>',
  );
  expect(draw({ name: "", role: "", picture: null })).toBe("");
});
