import { saveAltText } from "#app/dashboard/files/library-picture.ts";
import { PicturePicker } from "#app/dashboard/files/picture-picker.tsx";
import { stateLabels } from "#app/dashboard/parts/badge.tsx";
import type { FormTools } from "#app/lib/fields/form-context.ts";

/** Tools that form controls open: the picture library and the rich text editor, loaded on demand. */
export const formTools: FormTools = {
  PicturePicker,
  loadEditor: () => import("../editor/rich-text-editor.tsx").then((part) => part.RichTextEditor),
  saveAltText,
  entryStates: stateLabels,
};
