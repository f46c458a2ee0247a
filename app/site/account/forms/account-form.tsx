import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from "react";
import { Form, useNavigation } from "react-router";
import type { FormAnswer } from "#app/site/forms/form-answer.ts";
import { useSendOnce } from "#app/site/forms/send-form.ts";
import { ErrorSummary, FieldError, LabelledField } from "#app/ui/field.tsx";
import { Notice } from "../notice.tsx";

interface AccountFormProps {
  /** Tells the forms of one page apart. */
  intent: string;
  /** What the page's last form was answered with, whichever it was. */
  answer: FormAnswer | undefined;
  submit: string;
  /** What the button says meanwhile. */
  pending?: string;
  /** How the button looks. */
  look?: string;
  values?: Record<string, string>;
  hasFile?: boolean;
  /** The button takes no more room than its words. */
  isInline?: boolean;
  children?: ReactNode;
  /** What stands beside the button. */
  beside?: ReactNode;
}

interface Shown {
  answer: FormAnswer | undefined;
  values: Record<string, string>;
}

const ShownContext = createContext<Shown>({ answer: undefined, values: {} });

/** A form that works with and without scripts; what stopped it stands above it and beside its fields. */
export function AccountForm(props: AccountFormProps) {
  const { intent, values = {}, children, hasFile } = props;
  // An answer that names no form, such as to one that was not read, is for whichever was sent.
  const answer = (props.answer?.typed.intent ?? intent) === intent ? props.answer : undefined;
  const listed = useMemo(
    () => Object.entries(answer?.errors ?? {}).map(([name, message]) => ({ name, message })),
    [answer],
  );
  const isSending = useNavigation().formData?.get("intent") === intent;
  const sendOnce = useSendOnce(props.answer);
  return (
    <ShownContext value={{ answer, values }}>
      {answer && !answer.isKept && <ErrorSummary title={answer.title} errors={listed} />}
      {answer?.isKept && <Notice>{answer.title}</Notice>}
      <Form
        className={props.isInline ? "form slim" : "form"}
        method="post"
        encType={hasFile ? "multipart/form-data" : "application/x-www-form-urlencoded"}
        noValidate
        preventScrollReset
        onSubmit={sendOnce}
      >
        <input type="hidden" name="intent" value={intent} />
        {children}
        <div className="field full-row button-row">
          <button className={props.look ?? "btn"} type="submit" aria-disabled={isSending}>
            {isSending ? (props.pending ?? "One moment…") : props.submit}
          </button>
          {props.beside}
        </div>
      </Form>
    </ShownContext>
  );
}

/** What a field of the form around shows. */
function useShown(name: string): {
  answer: FormAnswer | undefined;
  error: string | undefined;
  value: string;
  isTicked: boolean;
} {
  const { answer, values } = useContext(ShownContext);
  return {
    answer,
    error: answer?.errors[name],
    value: answer?.typed[name] ?? values[name] ?? "",
    isTicked: answer ? answer.typed[name] !== undefined : values[name] !== undefined,
  };
}

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
