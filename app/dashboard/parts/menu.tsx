import { type ReactNode, useEffect, useRef } from "react";

interface MenuProps {
  /** What stands on the button; with a sign alone, add its name as `<span className="visually-hidden">`. */
  button: ReactNode;
  className?: string;
  children: ReactNode;
}

/** Further actions behind a button: closes on Escape and on a press beside it. */
export function Menu({ button, className = "btn quiet", children }: MenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = () => menu.current?.removeAttribute("open");
    const hearKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !menu.current?.open) return;
      event.preventDefault();
      close();
      menu.current.querySelector("summary")?.focus();
    };
    const hearPress = (event: Event) => {
      if (event.target instanceof Node && !menu.current?.contains(event.target)) close();
    };
    document.addEventListener("keydown", hearKey);
    document.addEventListener("pointerdown", hearPress);
    return () => {
      document.removeEventListener("keydown", hearKey);
      document.removeEventListener("pointerdown", hearPress);
    };
  }, []);
  return (
    <details className="menu" ref={menu}>
      <summary className={className}>{button}</summary>
      <div className="panel">{children}</div>
    </details>
  );
}
