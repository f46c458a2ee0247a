import { kinds } from "#app/content/kinds.ts";

const screens = [
  { file: "list", step: "list", below: "" },
  { file: "add", step: "add", below: "" },
  { file: "edit", step: "edit", below: "/:id" },
  // Without an entry to edit, the list to choose it from.
  { file: "to-list", step: "edit", below: "" },
  { file: "history", step: "edit", below: "/:id/history" },
] as const;

/** The screens that every kind has, below `dashboard`; a new kind gets them by being one. */
export const contentScreens = kinds.flatMap(({ name, dashboard }) =>
  screens.map(({ file, step, below }) => ({
    id: `dashboard/content/${file}-${name}`,
    path: `${dashboard[step]}${below}`,
    file: `dashboard/content/${file}.${file === "to-list" ? "ts" : "tsx"}`,
  })),
);
