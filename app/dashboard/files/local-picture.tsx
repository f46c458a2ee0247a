import { useEffect, useRef } from "react";

/** A picture of this computer before it is sent; drawn, because no page of ours may load what is not ours. */
export function LocalPicture({ file, width = 480 }: { file: File; width?: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isGone = false;
    createImageBitmap(file).then(
      (image) => {
        const sheet = canvas.current;
        if (!isGone && sheet) draw(sheet, image, width);
        image.close();
      },
      // What the browser can't read, the server will say in words.
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [file, width]);
  return <canvas ref={canvas} className="local" width={1} height={1} aria-hidden />;
}

function draw(sheet: HTMLCanvasElement, image: ImageBitmap, width: number): void {
  sheet.width = Math.min(width, image.width);
  sheet.height = Math.max(1, Math.round((image.height / image.width) * sheet.width));
  sheet.getContext("2d")?.drawImage(image, 0, 0, sheet.width, sheet.height);
}
