import { ImagePlus } from "lucide-react";
import { useState } from "react";
import { type PictureChoice, useForm } from "../form-context.ts";
import type { ImagesInput } from "../types/images.ts";
import { blocksOfIds, type FieldControl, type FieldProps, readIds } from "./control.ts";
import { SortableRows } from "./parts/row-tools.tsx";
import { idsOf } from "./parts/use-label.ts";
import { useRows } from "./parts/use-rows.ts";

export const imagesControl: FieldControl<ImagesInput> = {
  Control: ImagesField,
  read: readIds,
  blocks: blocksOfIds,
};

/** Pictures in an order. */
function ImagesField({ name, input, value }: FieldProps<ImagesInput>) {
  const { choices, errors, tools } = useForm();
  const [added, setAdded] = useState<PictureChoice[]>([]);
  const [isOpen, setOpen] = useState(false);
  const rows = useRows<string>(idsOf(value));
  const known = new Map([...choices.pictures, ...added].map((picture) => [picture.id, picture]));
  const pick = (pictures: PictureChoice[]) => {
    setAdded([...added, ...pictures]);
    setOpen(false);
    rows.add(...pictures.map(({ id }) => id));
  };
  return (
    <fieldset className="field gallery-field" id={`f-${name}`} tabIndex={-1}>
      <legend>{input.label}</legend>
      {errors[name] && <p className="err">{errors[name]}</p>}
      <SortableRows rows={rows} layout="grid" nameOf={(at, id) => known.get(id)?.alt || `picture ${at + 1}`}>
        {({ value: id }, tools) => (
          <>
            <input type="hidden" name={name} value={id} />
            <img
              sizes="12rem"
              srcSet={known.get(id)?.srcset}
              src={known.get(id)?.thumb}
              alt={known.get(id)?.alt || "A picture"}
            />
            {tools}
          </>
        )}
      </SortableRows>
      <button className="btn quiet" type="button" onClick={() => setOpen(true)}>
        <ImagePlus className="icon" aria-hidden /> Add pictures
      </button>
      <tools.PicturePicker isMany isOpen={isOpen} onClose={() => setOpen(false)} onPick={pick} />
    </fieldset>
  );
}
