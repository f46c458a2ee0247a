import { X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";

interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
  /** Such as "wide" for a library of pictures. */
  className?: string;
}

const firstField = ":is(input:not([type=hidden], [type=file]), textarea, select):not(:disabled)";

/** The browser's own dialog: it begins in its first field, keeps the focus inside, gives it back, and closes on Escape or beside it. */
export function Dialog({ title, isOpen, onClose, children, className = "" }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const box = dialog.current;
    if (isOpen && box && !box.open) {
      box.showModal();
      // The browser would choose the button that closes it.
      (
        box.querySelector<HTMLElement>("[data-initial-focus]") ?? box.querySelector<HTMLElement>(firstField)
      )?.focus();
    }
    if (!isOpen && box?.open) box.close();
  }, [isOpen]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it by itself
    <dialog
      ref={dialog}
      className={`dialog ${className}`}
      aria-labelledby={id}
      onClose={onClose}
      // Closed like by its button, so that whoever opened it hears of it before the next key.
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      {isOpen && (
        <div className="inner">
          <header>
            <h2 id={id}>{title}</h2>
            <button className="btn icon-only quiet" type="button" onClick={onClose}>
              <X className="icon" aria-hidden />
              <span className="visually-hidden">Close</span>
            </button>
          </header>
          {children}
        </div>
      )}
    </dialog>
  );
}
