import { Menu as Parts } from "@base-ui/react/menu";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";

interface MenuProps {
  /** Content of the button; with an icon alone, add a label as `<span className="visually-hidden">`. */
  button: ReactNode;
  className?: string;
  /** `MenuLink`, `MenuSubmit` and `MenuLine`. */
  children: ReactNode;
}

/** Menu button: arrow keys move, letters jump to an item, Escape returns to the button. */
export function Menu({ button, className = "btn quiet", children }: MenuProps) {
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  return (
    <Parts.Root modal={false}>
      <Parts.Trigger className={className} ref={setOpener}>
        {button}
      </Parts.Trigger>
      {/* Within the landmark it belongs to, where screen readers look for it. */}
      <Parts.Portal container={opener?.closest("main") ?? undefined}>
        <Parts.Positioner className="floating" align="end" sideOffset={4} collisionPadding={8}>
          <Parts.Popup className="panel menu">{children}</Parts.Popup>
        </Parts.Positioner>
      </Parts.Portal>
    </Parts.Root>
  );
}

interface MenuLinkProps {
  to: string;
  /** Whether the target is another document, such as the public site or a new tab. */
  isDocument?: boolean;
  isInNewTab?: boolean;
  children: ReactNode;
}

export function MenuLink({ to, isDocument = false, isInNewTab = false, children }: MenuLinkProps) {
  const place = isDocument ? (
    <a href={to} {...(isInNewTab ? { target: "_blank", rel: "noreferrer" } : {})} />
  ) : (
    <Link to={to} />
  );
  return (
    <Parts.LinkItem closeOnClick render={place}>
      {children}
    </Parts.LinkItem>
  );
}

interface MenuSubmitProps {
  /** Id of a form outside the menu, because the menu closes before submission. */
  form: string;
  intent: string;
  isDangerous?: boolean;
  children: ReactNode;
}

/** Submits a form with an `intent`. */
export function MenuSubmit({ form, intent, isDangerous = false, children }: MenuSubmitProps) {
  return (
    <Parts.Item
      nativeButton
      className={isDangerous ? "bad" : ""}
      render={<button type="submit" form={form} name="intent" value={intent} />}
      onClick={(event) => {
        const { currentTarget: button } = event;
        event.preventDefault();
        if (button instanceof HTMLButtonElement) button.form?.requestSubmit(button);
      }}
    >
      {children}
    </Parts.Item>
  );
}

/** Separator between groups of actions. */
export function MenuLine() {
  return <Parts.Separator render={<hr />} />;
}
