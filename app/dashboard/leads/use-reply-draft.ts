import { type RefObject, useCallback, useEffect, useState } from "react";

/** Keeps what was typed in this browser until it is sent; answers when it was last kept, as a clock shows it. */
export function useReplyDraft(id: string, field: RefObject<HTMLTextAreaElement | null>, isSent: boolean) {
  const [keptAt, setKeptAt] = useState("");
  const name = `reply:${id}`;
  useEffect(() => {
    const draft = read(name);
    if (draft && field.current && field.current.value === "") {
      field.current.value = draft;
      setKeptAt("before");
    }
  }, [name, field]);
  useEffect(() => {
    if (!isSent) return;
    write(name, "");
    if (field.current) field.current.value = "";
    setKeptAt("");
  }, [isSent, name, field]);
  const keep = useCallback(() => {
    write(name, field.current?.value ?? "");
    setKeptAt(new Date().toLocaleTimeString("en-GB"));
  }, [name, field]);
  return { keptAt, keep };
}

function read(name: string): string {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

function write(name: string, text: string): void {
  try {
    if (text === "") localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    // A full or forbidden store only means that the draft does not outlive its page.
  }
}
