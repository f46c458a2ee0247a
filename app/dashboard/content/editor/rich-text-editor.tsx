import type { Editor } from "@tiptap/core";
import { type Command, NodeSelection } from "@tiptap/pm/state";
import X from "lucide-react/icons/x";
import { useEffect, useMemo, useRef, useState } from "react";
import type { LibraryPicture } from "#app/dashboard/files/library-picture.ts";
import { PicturePicker } from "#app/dashboard/files/picture-picker.tsx";
import { uploadPicture } from "#app/dashboard/files/upload/send-file.ts";
import { type RichTextEditorProps, useForm } from "#app/lib/fields/form-context.ts";
import { videoAddress } from "#app/lib/rich-text/schema/addresses.ts";
import type { PictureBlock } from "#app/lib/rich-text/schema/document.ts";
import { countWords, minutesToRead } from "#app/lib/rich-text/text.ts";
import { Dialog } from "#app/lib/ui/kit/dialog.tsx";
import { SlashMenu } from "./caret-menu.tsx";
import { ContextBar } from "./context-bar.tsx";
import { LinkBubble, LinkDialog } from "./links.tsx";
import { insertGallery, insertPicture, reservePicturePlace } from "./pictures.ts";
import { type Openers, type Tool, toolGroups, useActive, useRovingFocus } from "./tools.ts";
import { useEditor } from "./use-editor.ts";

/** Editor of a rich text field, limited to content that can be stored. */
export function RichTextEditor({ name, label, doc }: RichTextEditorProps) {
  const { choices, touch } = useForm();
  const place = useRef<HTMLDivElement>(null);
  const slashKeys = useRef<((event: KeyboardEvent) => boolean) | null>(null);
  const [opened, setOpened] = useState<keyof Openers | null>(null);
  const [notice, setNotice] = useState("");
  const openers = useMemo<Openers>(
    () => ({
      link: () => setOpened("link"),
      picture: () => setOpened("picture"),
      gallery: () => setOpened("gallery"),
      video: () => setOpened("video"),
    }),
    [],
  );
  const pictures = useRef(new Map(choices.pictures.map((picture) => [picture.id, picture])));
  const editor = useEditor({
    name,
    doc,
    place,
    pictures: pictures.current,
    onChange() {
      touch();
      setNotice("");
    },
    onKey(event) {
      if (slashKeys.current?.(event)) return true;
      const isK = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
      // Without selected words Ctrl+K opens the command palette, as on every screen.
      const isLinkKey = isK && (event.shiftKey || (editor !== null && hasSelectedWords(editor)));
      if (isLinkKey) openers.link();
      return isLinkKey;
    },
    pasteHandlers: { onFiles: (files) => void addFiles(files), onSkipped: setNotice },
  });
  const nodeOf = (picture: LibraryPicture): PictureBlock => {
    pictures.current.set(picture.id, picture);
    return { type: "image", attrs: { file: picture.id, alt: picture.alt, caption: null } };
  };
  const run = (command: Command) => {
    if (editor) command(editor.state, editor.view.dispatch);
  };
  const addFiles = async (files: readonly File[]) => {
    if (!editor) return;
    const place = reservePicturePlace(
      editor,
      files.length === 1 ? "Adding a picture…" : `Adding ${files.length} pictures…`,
    );
    const { added, problems } = await uploadFiles(files, setNotice);
    const isInserted = place.fill(added.map(nodeOf));
    setNotice([describeAdded(added, isInserted), ...problems].filter(Boolean).join(" "));
  };
  // A dialog reports its closing late, when another one may be open.
  const close = (which: keyof Openers) => setOpened((now) => (now === which ? null : now));
  // Unlike the element's own focus(), this restores the caret too.
  const focusText = () => editor?.view.focus();
  return (
    <div className="rich-editor">
      {editor && (
        <div className="bars">
          <Toolbar editor={editor} openers={openers} label={label} />
          <ContextBar editor={editor} openers={openers} />
          <Notice words={notice} onDismiss={() => setNotice("")} />
        </div>
      )}
      <div className="text-place">
        <div ref={place} />
        {editor && <SlashMenu editor={editor} openers={openers} keys={slashKeys} />}
        {editor && <LinkBubble editor={editor} onEdit={openers.link} />}
      </div>
      {editor && (
        <>
          <WordCount editor={editor} />
          <LinkDialog
            editor={editor}
            isOpen={opened === "link"}
            onClose={() => close("link")}
            returnFocus={focusText}
          />
          <VideoDialog
            editor={editor}
            isOpen={opened === "video"}
            onClose={() => close("video")}
            returnFocus={focusText}
          />
          <PicturePicker
            isOpen={opened === "picture"}
            onClose={() => close("picture")}
            returnFocus={focusText}
            onPick={([picked]) => picked && run(insertPicture(nodeOf(picked)))}
          />
          <PicturePicker
            isMany
            isOpen={opened === "gallery"}
            onClose={() => close("gallery")}
            returnFocus={focusText}
            onPick={(picked) => run(insertGallery(picked.map(nodeOf)))}
          />
        </>
      )}
    </div>
  );
}

/** Result of the last paste or upload, shown until the text changes. */
function Notice({ words, onDismiss }: { words: string; onDismiss: () => void }) {
  return (
    <div className="editor-notice" hidden={words === ""}>
      <p role="status">{words}</p>
      <button className="btn quiet compact icon-only" type="button" title="Dismiss" onClick={onDismiss}>
        <X className="icon" aria-hidden />
        <span className="visually-hidden">Dismiss</span>
      </button>
    </div>
  );
}

function hasSelectedWords({ state: { selection } }: Editor): boolean {
  return !selection.empty && !(selection instanceof NodeSelection);
}

/** Uploads files to the library one after the other, and reports the failed ones. */
async function uploadFiles(files: readonly File[], report: (words: string) => void) {
  const added: LibraryPicture[] = [];
  const problems: string[] = [];
  for (const [at, file] of files.entries()) {
    const name = files.length === 1 ? file.name : `${file.name} (${at + 1} of ${files.length})`;
    const onProgress = (part: number) =>
      report(part < 1 ? `Adding ${name}: ${Math.round(part * 100)} %` : `Processing ${name}…`);
    try {
      added.push(await uploadPicture(file, { onProgress }));
    } catch (error) {
      problems.push(`${file.name} was not added. ${error instanceof Error ? error.message : ""}`);
    }
  }
  return { added, problems };
}

function describeAdded(added: readonly LibraryPicture[], isInserted: boolean): string {
  const [first] = added;
  if (!first) return "";
  const what = added.length === 1 ? `${first.name} is` : `${added.length} pictures are`;
  if (!isInserted) return `${what} in the library; the place in the text is gone.`;
  return `${what} added. Select ${added.length === 1 ? "it" : "each"} to give it an alt text.`;
}

const waitMs = 700;

/** Word count, updated when typing pauses. */
function WordCount({ editor }: { editor: Editor }) {
  const [words, setWords] = useState(() => countWords(editor.getText()));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const countLater = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setWords(countWords(editor.getText())), waitMs);
    };
    editor.on("update", countLater);
    return () => {
      clearTimeout(timer);
      editor.off("update", countLater);
    };
  }, [editor]);
  if (words === 0) return null;
  return (
    <p className="count num">
      {words.toLocaleString("en")} {words === 1 ? "word" : "words"}, {minutesToRead(words)} min to read
    </p>
  );
}

const tools = toolGroups.flat();

/** Toolbar with a single Tab stop; arrow keys move between tools. */
function Toolbar({ editor, openers, label }: { editor: Editor; openers: Openers; label: string }) {
  const { at, setAt, onKeyDown } = useRovingFocus(tools.length);
  const active = useActive(editor, readActive);
  const button = (tool: Tool) => {
    const index = tools.indexOf(tool);
    const { name, keys, icon: Icon, isActive } = tool;
    return (
      <button
        key={name}
        type="button"
        tabIndex={index === at ? 0 : -1}
        aria-pressed={isActive ? active[index] === "1" : undefined}
        title={keys ? `${name} (${keys})` : name}
        // Keeps the selection in the text.
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => {
          setAt(index);
          tool.run(editor, openers);
        }}
      >
        <Icon className="icon" aria-hidden />
        <span className="visually-hidden">{name}</span>
      </button>
    );
  };
  return (
    <div className="toolbar" role="toolbar" aria-label={`Tools for ${label}`} onKeyDown={onKeyDown}>
      {toolGroups.map((group) => (
        <div className="group" key={group[0]?.name}>
          {group.map(button)}
        </div>
      ))}
    </div>
  );
}

/** One character for each tool: 1 when it is active at the caret. */
function readActive(editor: Editor): string {
  return tools.map(({ isActive }) => (isActive?.(editor) ? "1" : "0")).join("");
}

interface VideoDialogProps {
  editor: Editor;
  isOpen: boolean;
  onClose: () => void;
  returnFocus: () => void;
}

/** Dialog for the URL of a video. */
function VideoDialog({ editor, isOpen, onClose, returnFocus }: VideoDialogProps) {
  return (
    <Dialog title="Video" isOpen={isOpen} onClose={onClose} returnFocus={returnFocus}>
      <VideoForm editor={editor} onClose={onClose} />
    </Dialog>
  );
}

function VideoForm({ editor, onClose }: Pick<VideoDialogProps, "editor" | "onClose">) {
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState("");
  const insert = () => {
    const url = videoAddress(typed);
    if (url === null)
      return setProblem("Enter the URL of a video on YouTube or Vimeo, or of an .mp4 or .webm file.");
    editor.chain().insertContent({ type: "video", attrs: { url } }).run();
    onClose();
  };
  return (
    <div className="stack">
      <div className={problem ? "field bad" : "field"}>
        <label htmlFor="video-url">Video URL</label>
        <input
          className="input"
          id="video-url"
          inputMode="url"
          spellCheck={false}
          autoComplete="off"
          placeholder="https://"
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? "video-url-problem" : undefined}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            insert();
          }}
        />
        {problem && (
          <p className="err" id="video-url-problem" role="alert">
            {problem}
          </p>
        )}
      </div>
      <div className="row">
        <button className="btn" type="button" onClick={insert}>
          Insert
        </button>
      </div>
    </div>
  );
}
