/** Signs on a 24 by 24 grid, as Lucide draws them (ISC licence). */
export const iconPaths = {
  "arrow-left": "m12 19-7-7 7-7M19 12H5",
  "arrow-right": "M5 12h14M12 5l7 7-7 7",
  "arrow-up": "m5 12 7-7 7 7M12 19V5",
  "arrow-up-right": "M7 7h10v10M7 17 17 7",
  "chevron-down": "m6 9 6 6 6-6",
  "circle-alert": "M2 12a10 10 0 1 0 20 0a10 10 0 1 0-20 0M12 8L12 12M12 16L12.01 16",
  "credit-card":
    "M4 5h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2h-16a2 2 0 0 1-2-2v-10a2 2 0 0 1 2-2zM2 10L22 10M6 14h2",
  "maximize-2": "M15 3h6v6M21 3l-7 7M3 21l7-7M9 21H3v-6",
  menu: "M4 5h16M4 12h16M4 19h16",
  phone:
    "M13.832 16.568a1 1 0 0 0 1.213-.303l.355-.465A2 2 0 0 1 17 15h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2A18 18 0 0 1 2 4a2 2 0 0 1 2-2h3a2 2 0 0 1 2 2v3a2 2 0 0 1-.8 1.6l-.468.351a1 1 0 0 0-.292 1.233 14 14 0 0 0 6.392 6.384",
  x: "M18 6 6 18M6 6l12 12",
} as const;

export type IconName = keyof typeof iconPaths;
