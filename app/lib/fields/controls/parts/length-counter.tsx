import { useEffect, useState } from "react";

/** Counter that appears once a text nears its limit; only the counter renders while the user types. */
export function LengthCounter({ for: id, max }: { for: string; max: number }) {
  const [length, setLength] = useState(0);
  useEffect(() => {
    const control = document.getElementById(id);
    if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) return;
    const count = () => {
      const now = control.value.length;
      setLength(now > max * 0.7 ? now : 0);
    };
    count();
    control.addEventListener("input", count);
    return () => control.removeEventListener("input", count);
  }, [id, max]);
  if (length === 0) return null;
  const isOver = length > max;
  return (
    <p className={isOver ? "count wrong num" : "count num"}>
      {length.toLocaleString("en")} of {max.toLocaleString("en")} characters
      {isOver && `: ${(length - max).toLocaleString("en")} too many`}
    </p>
  );
}
