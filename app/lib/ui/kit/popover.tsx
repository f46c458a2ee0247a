import { Popover as Parts } from "@base-ui/react/popover";
import { type ReactNode, useState } from "react";

interface PopoverProps {
  /** Content of the button. */
  button: ReactNode;
  /** Accessible name of the panel. */
  label: string;
  className?: string;
  children: ReactNode;
}

/**
 * Form fields behind a button. They stay in the document while hidden, so they belong to the surrounding form and
 * preserve their values.
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
