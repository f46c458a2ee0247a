import { Popover as Parts } from "@base-ui/react/popover";
import { type ReactNode, useState } from "react";

interface PopoverProps {
  /** What stands on the button. */
  button: ReactNode;
  /** What the panel is for, to screen readers. */
  label: string;
  className?: string;
  children: ReactNode;
}

/**
 * Fields behind a button. They stay beside it in the document, shown or not, so that they belong to the form around it and
 * keep what was typed.
 */
export function Popover({ button, label, className = "btn quiet", children }: PopoverProps) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return (
    <span ref={setPlace}>
      <Parts.Root>
        <Parts.Trigger className={className}>{button}</Parts.Trigger>
        <Parts.Portal container={place} keepMounted>
          <Parts.Positioner className="floating" align="end" sideOffset={4} collisionPadding={8}>
            <Parts.Popup className="panel" aria-label={label}>
              {children}
            </Parts.Popup>
          </Parts.Positioner>
        </Parts.Portal>
      </Parts.Root>
    </span>
  );
}
