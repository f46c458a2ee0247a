import type { Picture } from "#app/files/pictures/picture.ts";

/** What blocks need beside themselves. */
export interface Surroundings {
  site: URL;
  pictures: ReadonlyMap<string, Picture>;
}
