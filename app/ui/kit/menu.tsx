import { Menu as Parts } from "@base-ui/react/menu";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";

interface MenuProps {
  /** What stands on the button; with a sign alone, add its name as `<span className="visually-hidden">`. */
  button: ReactNode;
  className?: string;
  /** `MenuLink`, `MenuSubmit` and `MenuLine`. */
  children: ReactNode;
}

/** Further actions behind a button: arrow keys go through them, letters jump to one, Escape goes back to the button. */
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
  /** Another document: the public site, or what opens beside this window. */
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
  /** The id of a form outside of the menu, which closes before the form would be sent. */
  form: string;
  intent: string;
  isDangerous?: boolean;
  children: ReactNode;
}

/** Sends a form with an `intent`. */
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

/** Tells groups of actions apart. */
export function MenuLine() {
  return <Parts.Separator render={<hr />} />;
}
