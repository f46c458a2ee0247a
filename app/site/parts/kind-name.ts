import type { Kind } from "#app/domain/content/kind.ts";
import { media } from "#app/domain/content/kinds/media.ts";

/** The name of a kind for visitors, such as "Service"; media are named as in the menu. */
export function nameForVisitors(kind: Kind): string {
  return kind === media ? "Media Center" : kind.label.one;
}
