import { type PointerEvent, useState } from "react";
import type { LibraryFile } from "#app/files/library-file.ts";
import { Crops } from "./crops.tsx";

interface FocalPickerProps {
  file: Pick<LibraryFile, "width" | "height" | "focal" | "alt">;
  /** Path of the picture. */
  shown: string;
  /** What was sent before and not kept. */
  typed: Record<string, string> | null;
}

/** The picture, large, with the point that stays in sight when it is cropped: set by pointer, or by two sliders. */
export function FocalPicker({ file, shown, typed }: FocalPickerProps) {
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
      <legend className="vh">Focal point</legend>
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
