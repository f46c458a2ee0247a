import { type KeyboardEvent, useState } from "react";
import { type PictureChoice, useForm } from "../../form-context.ts";

interface AltTextProps {
  picture: PictureChoice;
  onSaved(alt: string): void;
}

/** Alternative text of a library picture, or a field to write it if it is missing. */
export function AltText({ picture, onSaved }: AltTextProps) {
  const { tools } = useForm();
  const [alt, setAlt] = useState("");
  const [state, setState] = useState<"" | "saving" | "failed">("");
  if (picture.alt !== "") return <p className="hint">{picture.alt}</p>;
  const words = alt.trim();
  const save = async () => {
    if (words === "") return;
    setState("saving");
    if (await tools.saveAltText(picture.id, words)) onSaved(words);
    else setState("failed");
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    // Enter would submit the surrounding form.
    event.preventDefault();
    void save();
  };
  const id = `alt-${picture.id}`;
  return (
    <div className="alt-text">
      <label htmlFor={id}>
        <span className="wrong">No alt text yet</span>{" "}
        <span className="visually-hidden">for {picture.name}</span>
      </label>
      <input
        className="input"
        id={id}
        maxLength={1000}
        value={alt}
        placeholder="What does it show?"
        onChange={({ target }) => setAlt(target.value)}
        onKeyDown={handleKeyDown}
      />
      <button
        className="btn quiet compact"
        type="button"
        disabled={words === "" || state === "saving"}
        onClick={save}
      >
        Save
      </button>
      <span className="hint" role="status">
        {state === "failed" && "Not saved. Try again."}
      </span>
    </div>
  );
}
