import type { SettingInput as Input } from "#app/company/form-field.ts";
import type { ControlProps } from "#app/ui/field.tsx";
import { RichTextSetting } from "./rich-text-setting.tsx";
import { useForm } from "./setting-context.ts";

interface SettingInputProps {
  input: Input;
  control: ControlProps;
  value: string;
}

/** What a setting is typed into. */
export function SettingInput({ input, control, value }: SettingInputProps) {
  const { zones } = useForm();
  switch (input.type) {
    case "richText":
      return <RichTextSetting control={control} value={value} />;
    case "text":
      return (
        <textarea
          className="in"
          {...control}
          defaultValue={value}
          maxLength={input.max}
          dir="auto"
          rows={3}
        />
      );
    case "lines":
      return <textarea className="in" {...control} defaultValue={value} dir="auto" rows={input.max} />;
    case "timeZone":
      return (
        <select className="in" {...control} defaultValue={value}>
          <option value="">UTC</option>
          {zones.map((zone) => (
            <option key={zone}>{zone}</option>
          ))}
        </select>
      );
    case "number":
      return (
        <input
          className="in num"
          {...control}
          defaultValue={value}
          inputMode={input.isWhole ? "numeric" : "decimal"}
        />
      );
    case "line":
      return <input className="in" {...control} defaultValue={value} maxLength={input.max} dir="auto" />;
    default:
      return <input className="in" {...control} {...kinds[input.type]} defaultValue={value} dir="ltr" />;
  }
}

const kinds: Record<string, { type?: string; inputMode?: "url" | "email" | "tel" }> = {
  email: { type: "email", inputMode: "email" },
  tel: { type: "tel", inputMode: "tel" },
  // Paths of this site are no addresses to a browser's own check.
  link: { inputMode: "url" },
};
