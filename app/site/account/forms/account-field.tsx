import { type ReactNode, useEffect, useRef } from "react";
import { FieldError, LabelledField } from "#app/ui/field.tsx";
import { useShown } from "./account-form.tsx";

interface AccountFieldProps {
  label: string;
  name: string;
  type?: "text" | "email" | "tel" | "password" | "code" | "digits" | "file";
  /** Token of the HTML attribute. */
  autoComplete: string;
  hint?: string;
  isOptional?: boolean;
  isReadOnly?: boolean;
  accept?: string;
  onInput?: (value: string) => void;
}

/**
 * A labelled field of the form around it. The server never fills in passwords and codes again; one that was refused is
 * typed anew where scripts run as well.
 */
export function AccountField({ label, name, type = "text", ...rest }: AccountFieldProps) {
  const { answer, error, value } = useShown(name);
  const isCode = type === "code" || type === "digits";
  const box = useRef<HTMLInputElement>(null);
  const isProof = isCode || rest.autoComplete === "current-password";
  useEffect(() => {
    if (isProof && answer?.errors[name] && box.current) box.current.value = "";
  }, [isProof, answer, name]);
  return (
    <LabelledField label={label} name={name} error={error} {...pick(rest)}>
      {(control) => (
        <input
          {...control}
          ref={box}
          className={isCode ? "input code num" : "input"}
          type={isCode ? "text" : type}
          inputMode={inputModes[type]}
          autoComplete={rest.autoComplete}
          autoCapitalize={type === "text" ? undefined : "none"}
          spellCheck={type === "text" ? undefined : false}
          dir={type === "text" ? "auto" : undefined}
          defaultValue={isCode || type === "password" || type === "file" ? undefined : value}
          required={!rest.isOptional}
          readOnly={rest.isReadOnly}
          accept={rest.accept}
          onInput={rest.onInput && ((event) => rest.onInput?.(event.currentTarget.value))}
        />
      )}
    </LabelledField>
  );
}

const inputModes: Partial<Record<NonNullable<AccountFieldProps["type"]>, "email" | "tel" | "numeric">> = {
  email: "email",
  tel: "tel",
  digits: "numeric",
};

function pick({ hint, isOptional }: Pick<AccountFieldProps, "hint" | "isOptional">) {
  return { isOptional: isOptional ?? false, ...(hint ? { hint } : {}) };
}

interface AccountCheckProps {
  name: string;
  children: ReactNode;
  isRequired?: boolean;
}

/** A box to tick. */
export function AccountCheck({ name, children, isRequired = false }: AccountCheckProps) {
  const { error, isTicked } = useShown(name);
  return (
    <div className={error ? "field full-row bad" : "field full-row"}>
      <label className="check" htmlFor={`f-${name}`}>
        <input
          id={`f-${name}`}
          name={name}
          type="checkbox"
          required={isRequired}
          defaultChecked={isTicked}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `f-${name}-error` : undefined}
        />
        <span>{children}</span>
      </label>
      {error && <FieldError id={`f-${name}-error`} text={error} />}
    </div>
  );
}
