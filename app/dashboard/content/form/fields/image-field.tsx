import { ImagePlus, X } from "lucide-react";
import { useState } from "react";
import { LabelledField } from "#app/ui/field.tsx";
import type { LibraryPicture } from "../../../files/library-picture.ts";
import { PicturePicker } from "../../../files/picture-picker.tsx";
import { useForm } from "../form-context.ts";
import { useScripts } from "../use-scripts.ts";
import type { FieldProps } from "./field-props.ts";
import { PictureSelect } from "./picture-select.tsx";
import { textOf, useLabel } from "./plain-fields.tsx";

/** One picture of the library, with the words that stand for it. */
export function ImageField({ name, input, value }: FieldProps<"image">) {
  const { choices, touch } = useForm();
  const hasScripts = useScripts();
  const [picture, setPicture] = useState<LibraryPicture | null>(
    () => choices.pictures.find(({ id }) => id === value) ?? null,
  );
  const [isOpen, setOpen] = useState(false);
  const change = (next: LibraryPicture | null) => {
    setPicture(next);
    setOpen(false);
    touch();
  };
  return (
    <LabelledField {...useLabel(name, input)}>
      {(control) =>
        hasScripts ? (
          <div className="picture-field">
            <input type="hidden" name={name} value={picture?.id ?? ""} />
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
              <button className="btn q" type="button" id={control.id} onClick={() => setOpen(true)}>
                <ImagePlus className="i" aria-hidden /> {picture ? "Change picture" : "Choose picture"}
              </button>
              {picture && (
                <button className="btn q ico" type="button" title="Remove" onClick={() => change(null)}>
                  <X className="i" aria-hidden />
                  <span className="vh">Remove picture</span>
                </button>
              )}
            </div>
            <PicturePicker isOpen={isOpen} onClose={() => setOpen(false)} onPick={change} />
          </div>
        ) : (
          <PictureSelect control={control} value={textOf(value)} />
        )
      }
    </LabelledField>
  );
}
