import { Dialog as Parts } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactNode, useRef } from "react";

interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
  /** Such as "wide" for a library of pictures. */
  className?: string;
}

const firstField = ":is(input:not([type=hidden], [type=file]), textarea, select):not(:disabled)";

/**
 * Asks or shows something above the screen. It begins at `[data-initial-focus]`, or in its first field; keeps the focus
 * inside, gives it back, and closes on Escape or by a press beside it. One dialog may open another.
 */
export function Dialog({ title, isOpen, onClose, children, className = "" }: DialogProps) {
  const box = useRef<HTMLDivElement>(null);
  const findFirst = () =>
    box.current?.querySelector<HTMLElement>("[data-initial-focus]") ??
    box.current?.querySelector<HTMLElement>(firstField);
  return (
    <Parts.Root open={isOpen} onOpenChange={(willBeOpen) => !willBeOpen && onClose()}>
      <Parts.Portal>
        <Parts.Backdrop className="backdrop" />
        <Parts.Viewport className="dialog-place">
          <Parts.Popup className={`dialog ${className}`} ref={box} initialFocus={() => findFirst() ?? true}>
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
