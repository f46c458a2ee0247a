import { Autocomplete } from "@base-ui/react/autocomplete";
import { type Editor, getMarkRange } from "@tiptap/core";
import ExternalLink from "lucide-react/icons/external-link";
import { type KeyboardEvent, useRef, useState } from "react";
import { type FoundOption, useFoundEntries } from "#app/lib/fields/controls/entries-field.tsx";
import { useForm } from "#app/lib/fields/form-context.ts";
import { isLinkAddress } from "#app/lib/rich-text/schema/addresses.ts";
import { Dialog } from "#app/lib/ui/kit/dialog.tsx";
import { usePlaced } from "./caret-menu.tsx";
import { useActive } from "./tools.ts";

/** Dialog for a link's target: a URL, or an entry found by its title. */
export function LinkDialog({
  editor,
  isOpen,
  onClose,
  returnFocus,
}: {
  editor: Editor;
  isOpen: boolean;
  onClose: () => void;
  returnFocus: () => void;
}) {
  return (
    <Dialog title="Link" isOpen={isOpen} onClose={onClose} returnFocus={returnFocus}>
      <LinkForm editor={editor} onClose={onClose} />
    </Dialog>
  );
}

function LinkForm({ editor, onClose }: { editor: Editor; onClose: () => void }) {
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
    onClose();
  };
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    // The list handles Enter itself when an item is highlighted.
    if (event.key !== "Enter" || event.currentTarget.hasAttribute("aria-activedescendant")) return;
    event.preventDefault();
    go(withScheme(typed));
  };
  const unlink = () => {
    editor.chain().unsetLink().run();
    onClose();
  };
  return (
    <div className="stack">
      <Autocomplete.Root
        inline
        open
        items={isAddress ? [] : found}
        filter={null}
        value={typed}
        // Choosing an entry sets the link and must not replace the typed text.
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
            onKeyDown={handleKey}
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
        <button className="btn" type="button" onClick={() => go(withScheme(typed))}>
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

/** Adds the scheme, which people rarely type into a browser. */
function withScheme(typed: string): string {
  const text = typed.trim();
  if (/^www\./i.test(text)) return `https://${text}`;
  return /^[^\s/@:]+@[^\s/@:]+\.\w+$/.test(text) ? `mailto:${text}` : text;
}

interface LinkBubbleProps {
  editor: Editor;
  /** Opens the dialog for the link at the caret. */
  onEdit: () => void;
}

/** Bubble at a link that contains the caret: open, change or remove it. Tab moves into it, Escape back. */
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
      // The empty transaction makes the editor decide again whether to show the bubble.
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

/** Start of the link at the caret; -1 without one, or when the focus is elsewhere. */
function readStart(editor: Editor): number {
  const { $from, empty } = editor.state.selection;
  const link = editor.schema.marks.link;
  const isHere = editor.isFocused || document.activeElement?.closest(".link-bubble") != null;
  // Text typed at the edge of a link is not part of it.
  if (!link || !empty || !isHere || readAddress(editor) === "") return -1;
  return getMarkRange($from, link)?.from ?? -1;
}

function readAddress(editor: Editor): string {
  return readLink(editor).href;
}

/** Attributes of the link at the caret or selection; the address is empty outside links. */
function readLink(editor: Editor): { href: string; newTab: boolean } {
  const { href, newTab } = editor.getAttributes("link");
  return { href: String(href ?? ""), newTab: newTab === true };
}
