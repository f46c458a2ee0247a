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

/** How pages will crop a picture; like them it knows nine places, three by three. */
export function Crops({ file, shown, focal }: CropsProps) {
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
