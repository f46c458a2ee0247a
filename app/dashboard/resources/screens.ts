import { resources } from "#app/resources/resources.server.ts";

/** The routes of every list below `dashboard`, with who may use them; lists that share an address have one. */
export const resourceScreens = [...new Map(resources.map((one) => [one.path, one])).values()].flatMap(
  ({ name, path, role, screen, exportCsv }) => [
    { id: `dashboard/resources/${name}`, path, role, file: screen ?? "dashboard/resources/list.tsx" },
    ...(exportCsv
      ? [
          {
            id: `dashboard/resources/${name}-csv`,
            path: `${path}/csv`,
            role,
            file: "dashboard/resources/csv.ts",
          },
        ]
      : []),
  ],
);
