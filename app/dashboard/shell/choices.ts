import type { Frame } from "./frame.ts";
import { listPlaces } from "./places.ts";

/** One line of the palette. */
export interface Choice {
  id: string;
  name: string;
  /** What kind of thing it is, or more about it. */
  detail: string;
  path: string;
  /** Outside of the dashboard: another document. */
  isDocument?: boolean;
}

/** Screens and deeds whose names hold all the words; all of them while nothing is typed. */
export function listChoices(frame: Frame, words: string): Choice[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return allChoices(frame).filter(({ name, detail }) =>
    wanted.every((word) => `${name} ${detail}`.toLowerCase().includes(word)),
  );
}

function allChoices(frame: Frame): Choice[] {
  const places = listPlaces(frame)
    .flatMap((group) => group.places)
    .map(({ name, path }) => ({ id: `go-${path.split("/").at(-1)}`, name, detail: "Page", path }));
  const deeds = frame.kinds.map(({ name, one, add }) => ({
    id: `new-${name}`,
    name: `New ${one.toLowerCase()}`,
    detail: "Create",
    path: add,
  }));
  return [
    ...places,
    ...deeds,
    {
      id: "new-category",
      name: "Blog categories",
      detail: "Page",
      path: "/dashboard/addnewcategory",
    },
    {
      id: "new-portfolio-category",
      name: "Portfolio categories",
      detail: "Page",
      path: "/dashboard/addportfoliocategory",
    },
    { id: "site", name: "View site", detail: "Public site", path: "/", isDocument: true },
    {
      id: "profile",
      name: "My profile",
      detail: "Password, two-factor authentication",
      path: "/myprofile",
      isDocument: true,
    },
  ];
}
