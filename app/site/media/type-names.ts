/** The words for the types of media. */
export const typeNames = {
  news: { one: "News", many: "News" },
  event: { one: "Event", many: "Events" },
  video: { one: "Video", many: "Videos" },
  gallery: { one: "Gallery", many: "Galleries" },
} as const;
