/** Bounds: addresses noted between two flushes, rows a day with and without a page that led there, and days. */
export const notFoundBounds = { noted: 500, linked: 300, bare: 200, days: 30 } as const;
