/** A part of a text that one font sets. */
interface Run {
  text: string;
  isBangla: boolean;
}

/** A text in the parts that fonts set. The Bangla font has no space, so those between Bangla words are Latin too. */
export function splitByScript(text: string): Run[] {
  const parts =
    text.match(/[\u0964\u0965\u0980-\u09ff\u200c\u200d]+|[^\u0964\u0965\u0980-\u09ff\u200c\u200d]+/g) ?? [];
  return parts.map((part) => ({ text: part, isBangla: /[\u0964-\u09ff]/.test(part) }));
}
