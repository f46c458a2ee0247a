import { Dialog as Parts } from "@base-ui/react/dialog";
import X from "lucide-react/icons/x";
import { type ReactNode, useRef } from "react";

interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** Sets the focus after closing; by default the element focused before gets it. */
  returnFocus?: (() => void) | undefined;
  children: ReactNode;
  /** Such as "wide" for a picture library. */
  className?: string;
}

const firstField = ":is(input:not([type=hidden], [type=file]), textarea, select):not(:disabled)";

/**
 * Modal dialog, which may open another. Focuses `[data-initial-focus]` or its first field, traps and restores focus,
 * and closes on Escape or an outside click.
 */
export function Dialog({ title, isOpen, onClose, returnFocus, children, className = "" }: DialogProps) {
  const box = useRef<HTMLDivElement>(null);
  const findFirst = () =>
    box.current?.querySelector<HTMLElement>("[data-initial-focus]") ??
    box.current?.querySelector<HTMLElement>(firstField);
  return (
    <Parts.Root open={isOpen} onOpenChange={(willBeOpen) => !willBeOpen && onClose()}>
      <Parts.Portal>
        <Parts.Backdrop className="backdrop" />
        <Parts.Viewport className="dialog-place">
          <Parts.Popup
            className={`dialog ${className}`}
            ref={box}
            initialFocus={() => findFirst() ?? true}
            finalFocus={() => {
              returnFocus?.();
              return !returnFocus;
            }}
          >
            <div className="inner">
              <header>
                <Parts.Title>{title}</Parts.Title>
                <Parts.Close className="btn icon-only quiet">
                  <X className="icon" aria-hidden />
                  <span className="visually-hidden">Close</span>
                </Parts.Close>
              </header>
              {children}
            </div>
          </Parts.Popup>
        </Parts.Viewport>
      </Parts.Portal>
    </Parts.Root>
  );
}
