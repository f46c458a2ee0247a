import { resources } from "#app/resources/resources.server.ts";

/** The routes of every list below `dashboard`, with who may use them; lists that share an address have one. */
export const resourceScreens = [...Map.groupBy(resources, ({ path }) => path).values()].flatMap((sharing) =>
  sharing.slice(0, 1).flatMap(({ name, path, role, screen }) => [
    { id: `dashboard/resources/${name}`, path, role, file: screen ?? "dashboard/resources/list.tsx" },
    ...(sharing.some(({ exportCsv }) => exportCsv)
      ? [
          {
            id: `dashboard/resources/${name}-csv`,
            path: `${path}/csv`,
            role,
            file: "dashboard/resources/csv.ts",
          },
        ]
      : []),
  ]),
);
