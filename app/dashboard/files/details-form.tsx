import FileText from "lucide-react/icons/file-text";
import { type PointerEvent, useState } from "react";
import { Form, useNavigation } from "react-router";
import type { LibraryFile } from "#app/domain/files/library/library.ts";
import { LabelledField } from "#app/lib/ui/field.tsx";
import type { ActionError } from "../parts/action-result.ts";
import { TagOptions } from "./file-parts.tsx";
import type { FileScreen } from "./file-screen.ts";

interface DetailsFormProps {
  screen: FileScreen;
  refused: ActionError | null;
}

/** Preview and details of a file: name, alternative text, tags and focal point. */
export function DetailsForm({ screen, refused }: DetailsFormProps) {
  const { file, shown, tags } = screen;
  const isSaving = useNavigation().state === "submitting";
  const typed = refused?.typed.intent === "describe" ? refused.typed : null;
  const errors = typed ? (refused?.refusal.fields ?? {}) : {};
  const isPicture = file.kind === "picture";
  return (
    <Form className="stack" method="post" preventScrollReset>
      {isPicture ? <FocalPicker file={file} shown={shown} typed={typed} /> : <Download address={shown} />}
      <LabelledField
        label="Name"
        name="name"
        error={errors.name}
        hint="Only staff see it; a PDF is downloaded under this name."
      >
        {(control) => (
          <input
            className="input"
            {...control}
            defaultValue={typed?.name ?? file.name}
            maxLength={120}
            required
          />
        )}
      </LabelledField>
      {isPicture && <AltField alt={typed?.alt ?? file.alt} error={errors.alt} />}
      <LabelledField
        label="Tags"
        name="tags"
        error={errors.tags ?? errors["tags.0"]}
        isOptional
        hint="Separated by commas."
      >
        {(control) => (
          <input
            className="input"
            {...control}
            defaultValue={typed?.tags ?? file.tags.join(", ")}
            list="tags-known"
          />
        )}
      </LabelledField>
      <TagOptions id="tags-known" tags={tags} />
      {file.deletedAt === null && (
        <div className="row">
          <input type="hidden" name="version" value={file.version} />
          <button className="btn" type="submit" name="intent" value="describe" disabled={isSaving}>
            Save
          </button>
        </div>
      )}
    </Form>
  );
}

function AltField({ alt, error }: { alt: string; error: string | undefined }) {
  const [length, setLength] = useState(alt.length);
  return (
    <LabelledField
      label="Alt text"
      name="alt"
      error={error}
      hint="Describes the picture for people who can’t see it. Required before anything with this picture is published."
    >
      {(control) => (
        <>
          <textarea
            className="input"
            {...control}
            defaultValue={alt}
            maxLength={1000}
            onChange={({ target }) => setLength(target.value.length)}
          />
          {length > 150 && <p className="hint">{length} characters. One sentence is easier to listen to.</p>}
        </>
      )}
    </LabelledField>
  );
}

function Download({ address }: { address: string }) {
  return (
    <a className="download" href={address}>
      <FileText className="icon" aria-hidden /> Download the PDF
    </a>
  );
}

interface FocalPickerProps {
  file: Pick<LibraryFile, "width" | "height" | "focal" | "alt">;
  /** Address of the picture. */
  shown: string;
  /** Submitted values of a refused save. */
  typed: Record<string, string> | null;
}

/**
 * Picture with its focal point, which stays visible when the picture is cropped; set by pointer or two
 * sliders.
 */
function FocalPicker({ file, shown, typed }: FocalPickerProps) {
  const { width, height } = file;
  const [[x, y], setFocal] = useState<[number, number]>([
    Number(typed?.x ?? toPercent(file.focal[0])),
    Number(typed?.y ?? toPercent(file.focal[1])),
  ]);
  const pick = (event: PointerEvent<SVGSVGElement>) => {
    if (event.type === "pointermove" && event.buttons !== 1) return;
    const box = event.currentTarget.getBoundingClientRect();
    const share = (at: number, start: number, size: number) =>
      Math.min(100, Math.max(0, Math.round(((at - start) / size) * 100)));
    setFocal([share(event.clientX, box.left, box.width), share(event.clientY, box.top, box.height)]);
  };
  return (
    <fieldset className="focal">
      <legend className="visually-hidden">Focal point</legend>
      <div className="view">
        <img src={shown} alt={file.alt} width={width} height={height} />
        <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" onPointerDown={pick} onPointerMove={pick}>
          <Marker x={(x / 100) * width} y={(y / 100) * height} size={Math.max(width, height) / 40} />
        </svg>
      </div>
      <p className="hint">Click what matters most. It stays visible where the picture is cropped:</p>
      <Crops shown={shown} file={file} focal={[x, y]} />
      <div className="row sliders">
        <Slider name="x" label="From the left" value={x} onChange={(next) => setFocal([next, y])} />
        <Slider name="y" label="From the top" value={y} onChange={(next) => setFocal([x, next])} />
      </div>
    </fieldset>
  );
}

function Marker({ x, y, size }: { x: number; y: number; size: number }) {
  return (
    <>
      <circle className="under" cx={x} cy={y} r={size} strokeWidth={size / 3} />
      <circle className="over" cx={x} cy={y} r={size} strokeWidth={size / 6} />
    </>
  );
}

interface SliderProps {
  name: string;
  label: string;
  value: number;
  onChange: (value: number) => void;
}

function Slider({ name, label, value, onChange }: SliderProps) {
  return (
    <label>
      {label}
      <input
        type="range"
        name={name}
        min={0}
        max={100}
        value={value}
        aria-valuetext={`${value} %`}
        onChange={({ target }) => onChange(Number(target.value))}
      />
      <output className="num">{value} %</output>
    </label>
  );
}

function toPercent(share: number): number {
  return Math.round(share * 100);
}

interface CropsProps {
  file: { width: number; height: number };
  shown: string;
  /** In percent. */
  focal: [number, number];
}

const shapes = [
  { name: "Square", ratio: 1 },
  { name: "Card", ratio: 4 / 3 },
  { name: "Cover", ratio: 3 },
];

/** Shows how pages crop a picture. Pages support nine focal areas, in three rows of three. */
function Crops({ file, shown, focal }: CropsProps) {
  return (
    <div className="crops">
      {shapes.map(({ name, ratio }) => (
        <figure key={name}>
          <svg viewBox={cropOf(file, focal, ratio)} aria-hidden="true">
            <image href={shown} width={file.width} height={file.height} />
          </svg>
          <figcaption>{name}</figcaption>
        </figure>
      ))}
    </div>
  );
}

function cropOf({ width, height }: CropsProps["file"], [x, y]: [number, number], ratio: number): string {
  const isTooWide = width / height > ratio;
  const [cropWidth, cropHeight] = isTooWide ? [height * ratio, height] : [width, width / ratio];
  const third = (percent: number) => Math.min(2, Math.floor((percent / 100) * 3)) / 2;
  const [left, top] = [(width - cropWidth) * third(x), (height - cropHeight) * third(y)];
  return [left, top, cropWidth, cropHeight].map((one) => Math.round(one * 10) / 10).join(" ");
}
