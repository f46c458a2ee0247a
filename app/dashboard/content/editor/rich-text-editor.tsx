import { useMemo, useRef, useState } from "react";
import type { LibraryPicture } from "../../files/library-picture.ts";
import { PicturePicker } from "../../files/picture-picker.tsx";
import { uploadPicture } from "../../files/upload-picture.ts";
import type { RichTextEditorProps } from "../form/fields/rich-text-field.tsx";
import { useForm } from "../form/form-context.ts";
import { ContextBar } from "./context-bar.tsx";
import { FilmDialog } from "./film-dialog.tsx";
import { LinkDialog } from "./link-dialog.tsx";
import { SlashMenu } from "./slash-menu.tsx";
import { Toolbar } from "./toolbar.tsx";
import type { Openers } from "./tools.ts";
import { useEditor } from "./use-editor.ts";
import { WordCount } from "./word-count.tsx";

/** Writes a rich text: everything in it can be stored, and nothing else gets in. */
export function RichTextEditor({ name, label, doc }: RichTextEditorProps) {
  const { choices, touch } = useForm();
  const place = useRef<HTMLDivElement>(null);
  const slashKeys = useRef<((event: KeyboardEvent) => boolean) | null>(null);
  const [opened, setOpened] = useState<keyof Openers | null>(null);
  const [said, setSaid] = useState("");
  const openers = useMemo<Openers>(
    () => ({
      link: () => setOpened("link"),
      picture: () => setOpened("picture"),
      film: () => setOpened("film"),
    }),
    [],
  );
  const pictures = useRef(new Map(choices.pictures.map((picture) => [picture.id, picture])));
  const editor = useEditor({
    ...{ name, doc, place, pictures: pictures.current, onChange: touch },
    onKey(event) {
      if (slashKeys.current?.(event)) return true;
      const isLinkKey = (event.ctrlKey || event.metaKey) && event.shiftKey && event.key.toLowerCase() === "k";
      if (isLinkKey) openers.link();
      return isLinkKey;
    },
    taking: { onFiles: (files) => void addFiles(files), onLeft: setSaid },
  });
  const put = (picture: LibraryPicture) => {
    pictures.current.set(picture.id, picture);
    const attrs = { file: picture.id, alt: picture.alt, caption: null };
    editor?.chain().focus().insertContent({ type: "image", attrs }).run();
  };
  const addFiles = async (files: File[]) => {
    for (const file of files) {
      try {
        put(await uploadPicture(file, (part) => setSaid(`Adding ${file.name}: ${Math.round(part * 100)} %`)));
        setSaid(`${file.name} is added. Say what it shows in the line above the text.`);
      } catch (error) {
        setSaid(`${file.name} was not added. ${error instanceof Error ? error.message : ""}`);
      }
    }
  };
  const close = () => setOpened(null);
  return (
    <div className="rich-editor">
      {editor && (
        <div className="bars">
          <Toolbar editor={editor} openers={openers} label={label} />
          <ContextBar editor={editor} />
        </div>
      )}
      <div className="text-place">
        <div ref={place} />
        {editor && <SlashMenu editor={editor} openers={openers} keys={slashKeys} />}
      </div>
      <p className="small mute" role="status">
        {said}
      </p>
      {editor && (
        <>
          <WordCount editor={editor} />
          <LinkDialog editor={editor} isOpen={opened === "link"} onClose={close} />
          <FilmDialog editor={editor} isOpen={opened === "film"} onClose={close} />
          <PicturePicker isOpen={opened === "picture"} onClose={close} onPick={put} />
        </>
      )}
    </div>
  );
}
