import { saveAltText } from "#app/dashboard/files/library-picture.ts";
import { PicturePicker } from "#app/dashboard/files/picture-picker.tsx";
import { stateLabels } from "#app/dashboard/parts/badge.tsx";
import type { FormTools } from "#app/fields/form-context.ts";

/** What the controls of a form open: the library of pictures, and the editor once it is fetched. */
export const formTools: FormTools = {
  PicturePicker,
  loadEditor: () => import("../editor/rich-text-editor.tsx").then((part) => part.RichTextEditor),
  saveAltText,
  entryStates: stateLabels,
};
