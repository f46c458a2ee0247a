import { ImagePlus, X } from "lucide-react";
import { useState } from "react";
import { LabelledField } from "#app/ui/field.tsx";
import { type PictureChoice, useForm } from "../form-context.ts";
import type { ImageInput } from "../types/image.ts";
import { blocksOfIds, type FieldControl, type FieldProps, readId } from "./control.ts";
import { useLabel } from "./parts/use-label.ts";

export const imageControl: FieldControl<ImageInput> = {
  Control: ImageField,
  read: readId,
  blocks: blocksOfIds,
};

/** One picture of the library, with the words that stand for it. */
function ImageField({ name, input, value }: FieldProps<ImageInput>) {
  const { choices, tools, touch } = useForm();
  const [picture, setPicture] = useState<PictureChoice | null>(
    () => choices.pictures.find(({ id }) => id === value) ?? null,
  );
  // One that is not at hand is kept all the same.
  const [id, setId] = useState(typeof value === "string" ? value : "");
  const [isOpen, setOpen] = useState(false);
  const change = (next: PictureChoice | null) => {
    setPicture(next);
    setId(next?.id ?? "");
    setOpen(false);
    touch();
  };
  return (
    <LabelledField {...useLabel(name, input)}>
      {(control) => (
        <div className="picture-field">
          <input type="hidden" name={name} value={id} />
          {picture && (
            <figure>
              <img
                sizes="(max-width: 64rem) 100vw, 19rem"
                srcSet={picture.srcset}
                src={picture.thumb}
                alt={picture.alt}
                width={picture.width}
                height={picture.height}
              />
              <figcaption>{picture.alt || <span className="wrong">No alt text yet</span>}</figcaption>
            </figure>
          )}
          <div className="row">
            <button className="btn quiet" type="button" id={control.id} onClick={() => setOpen(true)}>
              <ImagePlus className="icon" aria-hidden /> {id ? "Change picture" : "Choose picture"}
            </button>
            {id && (
              <button
                className="btn quiet icon-only"
                type="button"
                title="Remove"
                onClick={() => change(null)}
              >
                <X className="icon" aria-hidden />
                <span className="visually-hidden">Remove picture</span>
              </button>
            )}
          </div>
          <tools.PicturePicker
            isOpen={isOpen}
            onClose={() => setOpen(false)}
            onPick={([picked]) => picked && change(picked)}
          />
        </div>
      )}
    </LabelledField>
  );
}
