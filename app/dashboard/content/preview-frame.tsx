import { useEffect, useRef } from "react";
import { previewPath, refreshMessage } from "#app/pages/preview-message.ts";

interface PreviewFrameProps {
  /** Name of the kind. */
  kind: string;
  id: string;
  /** Number of the newest version that is saved: when it grows, the preview looks again and stays where it is. */
  version: number;
  title: string;
}

/** The public page of the newest version, beside the form. */
export function PreviewFrame({ kind, id, version, title }: PreviewFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const shown = useRef(version);
  useEffect(() => {
    if (shown.current === version) return;
    shown.current = version;
    frame.current?.contentWindow?.postMessage(refreshMessage, location.origin);
  }, [version]);
  return (
    <iframe
      ref={frame}
      className="preview-frame"
      src={previewPath(kind, id)}
      title={`Preview: ${title}`}
      loading="lazy"
    />
  );
}
