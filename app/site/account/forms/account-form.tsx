import { createContext, type ReactNode, type SubmitEvent, useContext, useMemo } from "react";
import { ErrorSummary, FieldError, LabelledField } from "#app/lib/ui/field.tsx";
import type { FormAnswer } from "#app/site/forms/form-answer.ts";
import { Notice } from "../notice.tsx";

interface AccountFormProps {
  /** Identifies the form among those of its page. */
  intent: string;
  /** Answer to the page's last form, which may be another one. */
  answer: FormAnswer | undefined;
  submit: string;
  /** Label of the button while the form is sent. */
  pending?: string;
  /** CSS classes of the button. */
  look?: string;
  values?: Record<string, string>;
  /** Name of the draft that stores its text until it is sent. For forms whose plain text is no secret. */
  draft?: string;
  hasFile?: boolean;
  /** The button is only as wide as its text. */
  isInline?: boolean;
  /** The form starts a session, so the next document has a token. */
  signsIn?: boolean;
  /** Path of the page that the form leads to, where it may have a `#`. */
  next?: string;
  /** For a form that an island sends; `navigation.ts` sends others. */
  island?: IslandForm;
  children?: ReactNode;
  /** Content after the button. */
  afterButton?: ReactNode;
}

interface IslandForm {
  /** Address for browsers in which the island does not run. */
  action: string;
  isSending: boolean;
  /** The answer came with the page, so the browser already focused it. */
  isAnsweredByPage: boolean;
  onSubmit(event: SubmitEvent<HTMLFormElement>): void;
}

interface Shown {
  answer: FormAnswer | undefined;
  values: Record<string, string>;
}

const ShownContext = createContext<Shown>({ answer: undefined, values: {} });

/** A form that works with and without scripts; errors are above it and next to its fields. */
export function AccountForm(props: AccountFormProps) {
  const { intent, values = {}, children, hasFile, island, pending = "One moment…" } = props;
  // An answer without an intent, such as to an unreadable form, applies to any form.
  const answer = (props.answer?.typed.intent ?? intent) === intent ? props.answer : undefined;
  const listed = useMemo(
    () => Object.entries(answer?.errors ?? {}).map(([name, message]) => ({ name, message })),
    [answer],
  );
  return (
    <ShownContext value={{ answer, values }}>
      {answer && !answer.isRestored && (
        <ErrorSummary title={answer.title} errors={listed} hasFocus={island?.isAnsweredByPage === true} />
      )}
      {answer?.isRestored && <Notice>{answer.title}</Notice>}
      <form
        className={props.isInline ? "form slim" : "form"}
        method="post"
        action={island?.action}
        encType={hasFile ? "multipart/form-data" : undefined}
        noValidate
        data-session={props.signsIn ? "begins" : undefined}
        data-next={props.next}
        data-text-draft={props.draft}
        onSubmit={island?.onSubmit}
      >
        <input type="hidden" name="intent" value={intent} />
        {props.draft && <p className="kept hint" role="status" />}
        {children}
        <div className="field full-row button-row">
          <button
            className={props.look ?? "btn"}
            type="submit"
            data-pending={pending}
            aria-disabled={island?.isSending}
          >
            {island?.isSending ? pending : props.submit}
          </button>
          {props.afterButton}
        </div>
      </form>
    </ShownContext>
  );
}

/** Returns the errors of fields in the surrounding form. */
export function useFieldErrors(names: readonly string[]): Record<string, string> {
  const { answer } = useContext(ShownContext);
  return Object.fromEntries(
    names.flatMap((name) => {
      const error = answer?.errors[name];
      return error ? [[name, error] as const] : [];
    }),
  );
}

/** Returns the state of a field in the surrounding form. */
function useShown(name: string): {
  error: string | undefined;
  value: string;
  isTicked: boolean;
} {
  const { answer, values } = useContext(ShownContext);
  return {
    error: answer?.errors[name],
    value: answer?.typed[name] ?? values[name] ?? "",
    isTicked: answer ? answer.typed[name] !== undefined : values[name] !== undefined,
  };
}

interface AccountFieldProps {
  label: string;
  name: string;
  type?: "text" | "email" | "tel" | "password" | "code" | "digits" | "file";
  /** Value of the HTML attribute. */
  autoComplete: string;
  hint?: string;
  isOptional?: boolean;
  isReadOnly?: boolean;
  accept?: string;
}

/** A labelled field of the surrounding form. The server never fills in passwords and codes again. */
export function AccountField({ label, name, type = "text", ...rest }: AccountFieldProps) {
  const { error, value } = useShown(name);
  const isCode = type === "code" || type === "digits";
  return (
    <LabelledField label={label} name={name} error={error} {...pick(rest)}>
      {(control) => (
        <input
          {...control}
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

/** A labelled checkbox. */
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
