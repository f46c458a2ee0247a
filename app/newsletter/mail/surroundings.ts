import type { Picture } from "#app/files/picture.ts";

/** What blocks need beside themselves. */
export interface Surroundings {
  site: URL;
  pictures: ReadonlyMap<string, Picture>;
}
