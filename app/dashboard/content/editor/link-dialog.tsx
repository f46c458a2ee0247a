import type { Editor } from "@tiptap/core";
import { type KeyboardEvent, useState } from "react";
import { useFoundEntries } from "#app/fields/controls/parts/use-found-entries.ts";
import { useForm } from "#app/fields/form-context.ts";
import { isLinkAddress } from "#app/rich-text/schema/addresses.ts";
import { Dialog } from "#app/ui/kit/dialog.tsx";

/** Asks where a link goes: an address, or one of our own entries by its title. */
export function LinkDialog({
  editor,
  isOpen,
  onClose,
  onDone,
}: {
  editor: Editor;
  isOpen: boolean;
  onClose: () => void;
  /** Called in place of `onClose` once the text was changed. */
  onDone: () => void;
}) {
  return (
    <Dialog title="Link" isOpen={isOpen} onClose={onClose}>
      <LinkForm editor={editor} onDone={onDone} />
    </Dialog>
  );
}

function LinkForm({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const { entryStates } = useForm().tools;
  const before = String(editor.getAttributes("link").href ?? "");
  const [typed, setTyped] = useState(before);
  const [problem, setProblem] = useState("");
  const isAddress = /^(?:[a-z]+:|\/|#|www\.)/i.test(typed.trim());
  const found = useFoundEntries(isAddress ? null : typed);
  const go = (href: string) => {
    if (!isLinkAddress(href))
      return setProblem("Enter a URL, an e-mail address or a phone number (tel:…), or choose an entry.");
    const chain = editor.chain();
    if (editor.state.selection.empty && before === "")
      chain.insertContent({ type: "text", text: href, marks: [{ type: "link", attrs: { href } }] }).run();
    else chain.setLink(href).run();
    onDone();
  };
  const hear = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    go(completed(typed));
  };
  const unlink = () => {
    editor.chain().unsetLink().run();
    onDone();
  };
  return (
    <div className="stack">
      <div className={problem ? "field bad" : "field"}>
        <label htmlFor="link-address">URL, or words of a title</label>
        <input
          className="input"
          id="link-address"
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? "link-problem" : undefined}
          spellCheck={false}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={hear}
        />
        {problem && (
          <p className="err" id="link-problem" role="alert">
            {problem}
          </p>
        )}
      </div>
      {!isAddress && (
        <ul className="found-entries" aria-label="Our own entries">
          {found.map(({ id, title, path, state }) => (
            <li key={id}>
              <button type="button" onClick={() => go(path)}>
                <b>{title}</b>
                <small>
                  {entryStates[state]} · {path}
                </small>
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="row">
        <button className="btn" type="button" onClick={() => go(completed(typed))}>
          {before ? "Change link" : "Add link"}
        </button>
        {before && (
          <button className="btn quiet" type="button" onClick={unlink}>
            Remove link
          </button>
        )}
      </div>
    </div>
  );
}

/** People leave out what they never type into a browser. */
function completed(typed: string): string {
  const text = typed.trim();
  if (/^www\./i.test(text)) return `https://${text}`;
  return /^[^\s/@:]+@[^\s/@:]+\.\w+$/.test(text) ? `mailto:${text}` : text;
}
