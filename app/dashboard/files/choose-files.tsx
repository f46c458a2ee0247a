import { Upload } from "lucide-react";
import { type ReactNode, useId } from "react";

interface ChooseFilesProps {
  onFiles: (files: File[]) => void;
  accept: string;
  isMany?: boolean;
  className?: string;
  children: ReactNode;
}

/** The browser's own way to choose files, drawn as a button. */
export function ChooseFiles({
  onFiles,
  accept,
  isMany = false,
  className = "btn q",
  children,
}: ChooseFilesProps) {
  const id = useId();
  return (
    <span className="choose">
      <input
        id={id}
        className="vh"
        type="file"
        accept={accept}
        multiple={isMany}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // So that the same file can be chosen again.
          target.value = "";
          onFiles(files);
        }}
      />
      <label className={className} htmlFor={id}>
        <Upload className="i" aria-hidden />
        {children}
      </label>
    </span>
  );
}
