import { Autocomplete } from "@base-ui/react/autocomplete";
import { type Editor, getMarkRange } from "@tiptap/core";
import { ExternalLink } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { type FoundOption, useFoundEntries } from "#app/fields/controls/entries-field.tsx";
import { useForm } from "#app/fields/form-context.ts";
import { isLinkAddress } from "#app/rich-text/schema/addresses.ts";
import { Dialog } from "#app/ui/kit/dialog.tsx";
import { usePlaced } from "./caret-menu.tsx";
import { useActive } from "./tools.ts";

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
  const before = readLink(editor);
  const [typed, setTyped] = useState(before.href);
  const [newTab, setNewTab] = useState(before.newTab);
  const [problem, setProblem] = useState("");
  const isAddress = /^(?:[a-z]+:|\/|#|www\.)/i.test(typed.trim());
  const found = useFoundEntries(isAddress ? null : typed, { hasPage: true });
  const go = (href: string) => {
    if (!isLinkAddress(href))
      return setProblem("Enter a URL, an e-mail address or a phone number (tel:…), or choose an entry.");
    const chain = editor.chain();
    const marks = [{ type: "link", attrs: { href, newTab } }];
    if (editor.state.selection.empty && before.href === "")
      chain.insertContent({ type: "text", text: href, marks }).run();
    else chain.setLink({ href, newTab }).run();
    onDone();
  };
  const hear = (event: KeyboardEvent<HTMLInputElement>) => {
    // A choice that the arrow keys have reached is taken by the list itself.
    if (event.key !== "Enter" || event.currentTarget.hasAttribute("aria-activedescendant")) return;
    event.preventDefault();
    go(completed(typed));
  };
  const unlink = () => {
    editor.chain().unsetLink().run();
    onDone();
  };
  return (
    <div className="stack">
      <Autocomplete.Root
        inline
        open
        items={isAddress ? [] : found}
        filter={null}
        value={typed}
        // A chosen entry becomes the link; its title does not replace the words.
        onValueChange={(value, { reason }) => reason !== "item-press" && setTyped(value)}
        itemToStringValue={({ title }) => title}
      >
        <div className={problem ? "field bad" : "field"}>
          <label htmlFor="link-address">Paste a URL or search</label>
          <Autocomplete.Input
            className="input"
            id="link-address"
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? "link-problem" : undefined}
            spellCheck={false}
            onKeyDown={hear}
          />
          {problem && (
            <p className="err" id="link-problem" role="alert">
              {problem}
            </p>
          )}
        </div>
        <Autocomplete.List className="found-entries" aria-label="Our own entries">
          {(entry: FoundOption) => (
            <Autocomplete.Item key={entry.id} value={entry} onClick={() => go(entry.path)}>
              <b>{entry.title}</b>
              <small>
                {entryStates[entry.state]} · {decodeURI(entry.path)}
              </small>
            </Autocomplete.Item>
          )}
        </Autocomplete.List>
      </Autocomplete.Root>
      <label className="check">
        <input type="checkbox" checked={newTab} onChange={({ target }) => setNewTab(target.checked)} />
        Open in a new tab
      </label>
      <div className="row">
        <button className="btn" type="button" onClick={() => go(completed(typed))}>
          {before.href ? "Change link" : "Add link"}
        </button>
        {before.href && (
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

interface LinkBubbleProps {
  editor: Editor;
  /** Opens the dialog of the link the caret stands in. */
  onEdit: () => void;
}

/** While the caret stands in a link: where it goes, to be opened, changed or removed. Tab leads into it, Escape back. */
export function LinkBubble({ editor, onEdit }: LinkBubbleProps) {
  const start = useActive(editor, readStart);
  const href = useActive(editor, readAddress);
  const box = useRef<HTMLElement>(null);
  const isShown = start >= 0;
  usePlaced(box, editor, isShown ? start : null, href);
  if (!isShown) return null;
  const goBack = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    editor.commands.focus();
  };
  return (
    <section
      className="link-bubble"
      aria-label="Link at the caret"
      ref={box}
      onKeyDown={goBack}
      // Whether it is still wanted is read anew.
      onBlur={() => editor.view.dispatch(editor.state.tr)}
    >
      <div>
        <a href={href} target="_blank" rel="noopener" title={href}>
          <span>{href}</span>
          <ExternalLink className="icon" aria-hidden />
          <span className="visually-hidden">(opens in a new tab)</span>
        </a>
        <button className="btn quiet compact" type="button" onClick={onEdit}>
          Edit
        </button>
        <button
          className="btn quiet compact"
          type="button"
          onClick={() => editor.chain().focus().unsetLink().run()}
        >
          Remove
        </button>
      </div>
    </section>
  );
}

/** Where the link begins that the caret stands in; -1 when it stands in none, or the focus is elsewhere. */
function readStart(editor: Editor): number {
  const { $from, empty } = editor.state.selection;
  const link = editor.schema.marks.link;
  const isHere = editor.isFocused || document.activeElement?.closest(".link-bubble") != null;
  // At the edges of a link one writes beside it.
  if (!link || !empty || !isHere || readAddress(editor) === "") return -1;
  return getMarkRange($from, link)?.from ?? -1;
}

function readAddress(editor: Editor): string {
  return readLink(editor).href;
}

/** The link the caret or selection is in; its address is empty outside of links. */
function readLink(editor: Editor): { href: string; newTab: boolean } {
  const { href, newTab } = editor.getAttributes("link");
  return { href: String(href ?? ""), newTab: newTab === true };
}
