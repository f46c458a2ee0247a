import { createContext, type ReactNode, useContext, useMemo } from "react";
import { Form, useNavigation } from "react-router";
import type { FormAnswer } from "#app/site/forms/form-answer.ts";
import { useSendOnce } from "#app/site/forms/send-once.ts";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
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
  const answer = props.answer?.typed.intent === intent ? props.answer : undefined;
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
export function useShown(name: string): {
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
