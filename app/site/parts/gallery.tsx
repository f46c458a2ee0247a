import type { Picture } from "#app/files/picture.ts";
export function Gallery({ pictures }: { pictures: readonly Picture[]; title: string }) {
  return pictures.length === 0 ? null : <div />;
}
