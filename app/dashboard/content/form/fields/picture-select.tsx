import type { ControlProps } from "#app/ui/field.tsx";
import { useForm } from "../form-context.ts";

interface PictureSelectProps {
  control: ControlProps;
  value: string;
  /** Its name where no label stands beside it. */
  label?: string;
}

/** Without scripts a picture is chosen by its words. */
export function PictureSelect({ control, value, label }: PictureSelectProps) {
  const { choices } = useForm();
  const isKnown = value === "" || choices.pictures.some(({ id }) => id === value);
  return (
    <select className="in" {...control} aria-label={label} defaultValue={value}>
      <option value="">None</option>
      {!isKnown && <option value={value}>The one chosen before</option>}
      {choices.pictures.map(({ id, alt, name }) => (
        <option key={id} value={id}>
          {(alt || name).slice(0, 80)}
        </option>
      ))}
    </select>
  );
}
