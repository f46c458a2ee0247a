import { useEffect, useState } from "react";

/** All tags of the library; none until they are known. */
export function useTags(isWanted: boolean): string[] {
  const [tags, setTags] = useState<string[]>([]);
  useEffect(() => {
    if (!isWanted) return;
    const gone = new AbortController();
    fetch("/api/file-tags", { signal: gone.signal })
      .then((answer) => (answer.ok ? answer.json() : []))
      .then((list: { tag: string }[]) => setTags(list.map(({ tag }) => tag)))
      .catch(() => {});
    return () => gone.abort();
  }, [isWanted]);
  return tags;
}
