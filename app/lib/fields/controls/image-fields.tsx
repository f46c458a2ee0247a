import ImagePlus from "lucide-react/icons/image-plus";
import X from "lucide-react/icons/x";
import { useState } from "react";
import { LabelledField } from "#app/lib/ui/field.tsx";
import { type PictureChoice, useForm } from "../form-context.ts";
import {
  blocksOfIds,
  type FieldControl,
  type FieldProps,
  idsOf,
  readId,
  readIds,
  useLabel,
} from "./control.ts";
import { AltText } from "./parts/alt-text.tsx";
import { SortableRows, useRows } from "./parts/sortable-rows.tsx";

export const imageControl: FieldControl<"image"> = {
  Control: ImageField,
  read: readId,
  blocks: blocksOfIds,
};

/** Picker for one library picture and its alternative text. */
function ImageField({ name, input, value }: FieldProps<"image">) {
  const { choices, tools, touch } = useForm();
  const [picture, setPicture] = useState<PictureChoice | null>(
    () => choices.pictures.find(({ id }) => id === value) ?? null,
  );
  // A picture that the form's choices lack keeps its id.
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
              <figcaption>
                <AltText picture={picture} onSaved={(alt) => setPicture({ ...picture, alt })} />
              </figcaption>
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

export const imagesControl: FieldControl<"images"> = {
  Control: ImagesField,
  read: readIds,
  blocks: blocksOfIds,
};

/** Ordered picker for pictures. */
function ImagesField({ name, input, value }: FieldProps<"images">) {
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
            <GalleryWords picture={known.get(id)} onSaved={(described) => setAdded([...added, described])} />
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

interface GalleryWordsProps {
  picture: PictureChoice | undefined;
  onSaved(picture: PictureChoice): void;
}

/** Number of a gallery picture, as reports of missing texts name it, and its alternative text. */
function GalleryWords({ picture, onSaved }: GalleryWordsProps) {
  if (!picture) return null;
  return (
    <div className="gallery-words">
      <span className="name" title={picture.name}>
        {picture.name}
      </span>
      <AltText picture={picture} onSaved={(alt) => onSaved({ ...picture, alt })} />
    </div>
  );
}
