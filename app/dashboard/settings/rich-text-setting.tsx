import type { ControlProps } from "#app/ui/field.tsx";

/** A text with headings, lists and links, as Markdown; what writes it otherwise goes here. */
export function RichTextSetting({ control, value }: { control: ControlProps; value: string }) {
  return <textarea className="in prose" {...control} defaultValue={value} dir="auto" rows={14} spellCheck />;
}
