import { type FormEvent, useState } from "react";
import { changeFileBy } from "./change-file-by.ts";
import { type FileAnswer, pictureOf } from "./library-picture.ts";

/** Asks what a picture shows, while the one who sent it still knows. */
export function AltNow({ file }: { file: FileAnswer }) {
  const [said, setSaid] = useState<"" | "saving" | "saved" | "failed">("");
  const { thumb } = pictureOf(file);
  const id = `alt-${file._id}`;
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const alt = String(new FormData(event.currentTarget).get("alt") ?? "");
    setSaid("saving");
    setSaid((await changeFileBy(file._id, { alt })) ? "saved" : "failed");
  };
  return (
    <form className="altnow" onSubmit={save}>
      <img src={thumb} alt="" width={64} height={48} />
      <label className="vh" htmlFor={id}>
        Alt text of {file.name}
      </label>
      <input
        className="in"
        id={id}
        name="alt"
        maxLength={1000}
        defaultValue={file.alt}
        placeholder="Alt text: what does it show?"
        onChange={() => setSaid("")}
      />
      <button className="btn q" type="submit" disabled={said === "saving"}>
        Save
      </button>
      <span className="hint" role="status">
        {said === "saved" && "Saved."}
        {said === "failed" && "Not saved. Try again."}
      </span>
    </form>
  );
}
