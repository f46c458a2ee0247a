import {
  type FormEvent,
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { Form, useLocation, useNavigation } from "react-router";
import {
  hiddenFields,
  keyField,
  type LeadFormDescription,
  type LeadFormField,
  type NotSaved,
} from "#app/leads/intake/forms.ts";
import { dialAddress } from "#app/site/parts/phone.ts";
import { previousPage } from "#app/site/parts/previous-page.ts";
import { useShellData } from "#app/site/parts/shell-data.ts";
import { sendWhenOnline } from "#app/site/shell/connection.ts";
import { promiseReply } from "#app/text/reply-time.ts";
import { type ControlProps, ErrorSummary, FieldError, LabelledField } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import type { FormAnswer } from "./form-answer.ts";
import { keyFor, readFormDraft, saveDraft, useSendOnce } from "./send-form.ts";

interface LeadFormProps {
  form: LeadFormDescription;
  /** The form's own page. */
  path: string;
  answer: FormAnswer | undefined;
  /** What stands in a field before anything is typed. */
  values?: Record<string, string>;
  /** How single fields differ from the usual. */
  looks?: Record<string, Look>;
  /** How long the company says a reply takes; empty when it does not say. */
  replyTime?: string;
  /** What stands below the button. */
  children?: ReactNode;
}

/** A form that goes with or without scripts, keeps what was typed whatever happens, and arrives once. */
export function LeadForm({
  form,
  path,
  answer,
  replyTime,
  values = {},
  looks = {},
  children,
}: LeadFormProps) {
  const { ref, isSending, isRestored, isChanged, handlers } = useLeadForm(form, path, answer);
  const { errors, noteInput } = useOpenErrors(answer);
  const listed = useMemo(() => listErrors(form, answer?.errors ?? {}), [form, answer]);
  return (
    <div className="lead-form">
      {answer && (
        <ErrorSummary
          title={
            isChanged
              ? `You changed your message, so it won’t be sent by itself. Press “${form.submit}” when you’re back online.`
              : answer.title
          }
          errors={listed}
        >
          {answer.notSaved && <ContactAlternatives {...answer.notSaved} />}
        </ErrorSummary>
      )}
      <p className="kept hint" role="status">
        {isRestored && "What you had written before is still here."}
      </p>
      <Form
        className="form"
        method="post"
        action={path}
        noValidate
        ref={ref}
        {...handlers}
        onChange={noteInput}
      >
        {form.fields.map((field) => (
          <LeadField
            key={field.name}
            field={field}
            look={looks[field.name]}
            error={errors[field.name]}
            value={answer?.typed[field.name] ?? values[field.name] ?? ""}
          />
        ))}
        <Consent text={form.consent} error={errors.consent} isTicked={answer?.isConsentTicked ?? false} />
        <HiddenFields />
        <div className="field full-row button-row">
          <button className="btn" type="submit" aria-disabled={isSending}>
            {isSending ? "Sending…" : form.submit} <Icon name="arrow-right" className="i-arrow" />
          </button>
          {replyTime && <p className="hint">{promiseReply(replyTime)}</p>}
          {children}
        </div>
      </Form>
      <p className="visually-hidden" role="status">
        {isSending && "Sending"}
      </p>
    </div>
  );
}

/** The errors of an answer, without those of the fields that were changed since. */
function useOpenErrors(answer: FormAnswer | undefined) {
  const [changed, setChanged] = useState<{ answer: FormAnswer | undefined; names: readonly string[] }>();
  const names = changed?.answer === answer ? (changed?.names ?? []) : [];
  const all = Object.entries(answer?.errors ?? {});
  return {
    errors: Object.fromEntries(all.filter(([name]) => !names.includes(name))),
    noteInput({ target }: FormEvent<HTMLFormElement>) {
      const name = target instanceof Element && target.getAttribute("name");
      if (name && answer?.errors[name]) setChanged({ answer, names: [...names, name] });
    },
  };
}

/** What was sent could not be kept: how to reach the company all the same. */
function ContactAlternatives({ advice, phone, email }: NotSaved) {
  return (
    <p>
      {advice} Everything you wrote is still here.
      {(phone || email) && " You can also "}
      {phone && (
        <>
          call{" "}
          <a className="num" href={dialAddress(phone)}>
            {phone}
          </a>
        </>
      )}
      {phone && email && " or "}
      {email && (
        <>
          write to <a href={`mailto:${email}`}>{email}</a>
        </>
      )}
      {(phone || email) && "."}
    </p>
  );
}

function listErrors({ fields }: LeadFormDescription, errors: FormAnswer["errors"]) {
  return [...fields.map(({ name }) => name), "consent"].flatMap((name) => {
    const message = errors[name];
    return message === undefined ? [] : [{ name, message }];
  });
}

interface ConsentProps {
  text: string;
  error: string | undefined;
  isTicked: boolean;
}

function Consent({ text, error, isTicked }: ConsentProps) {
  const hasPrivacy = useShellData()?.hasPrivacy;
  return (
    <div className={error ? "field full-row bad" : "field full-row"}>
      <label className="check" htmlFor="f-consent">
        <input
          id="f-consent"
          name="consent"
          type="checkbox"
          required
          defaultChecked={isTicked}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? "f-consent-error" : undefined}
        />
        <span>{text}</span>
      </label>
      {error && <FieldError id="f-consent-error" text={error} />}
      {hasPrivacy && (
        <p className="hint beside">
          <PageLink to="/privacy">How we handle what you write</PageLink>
        </p>
      )}
    </div>
  );
}

/** What travels along unseen; a script fills it, and without one it stays empty. */
function HiddenFields() {
  const { pathname } = useLocation();
  return (
    <>
      <Honeypot id="f-homepage" name={hiddenFields.honeypot} />
      <input type="hidden" name={hiddenFields.source} value={pathname} />
      <input type="hidden" name={hiddenFields.referrer} defaultValue="" />
      <input type="hidden" name={hiddenFields.elapsed} defaultValue="" />
      <input type="hidden" name={keyField} defaultValue="" />
    </>
  );
}

/** How a field differs from the usual. */
interface Look {
  label?: string;
  hint?: string;
  isWide?: boolean;
  /** To choose from, in place of writing; the first one stands for none. */
  choices?: { none: string; names: readonly string[] };
  /** Neither needed by itself nor free to leave out, such as one of two. */
  isOneOfSeveral?: boolean;
}

interface LeadFieldProps {
  field: LeadFormField;
  look: Look | undefined;
  value: string;
  error: string | undefined;
}

function LeadField({ field, look = {}, value, error }: LeadFieldProps) {
  const hint = look.hint ?? field.hint;
  return (
    <LabelledField
      label={look.label ?? field.label}
      name={field.name}
      error={error}
      isOptional={!field.required && !look.isOneOfSeveral}
      isWide={look.isWide ?? field.input === "text"}
      {...(hint ? { hint } : {})}
    >
      {(control) => <Control field={field} look={look} value={value} control={control} />}
    </LabelledField>
  );
}

type ControlOf = Pick<LeadFieldProps, "field" | "value"> & { look: Look; control: ControlProps };

/** No greatest length is set: a browser would cut what is pasted without a word, and the server says it in words. */
function Control({ field, look, value, control }: ControlOf) {
  const common = {
    ...control,
    className: "input",
    defaultValue: value,
    required: field.required,
    autoComplete: field.autocomplete,
  };
  if (look.choices) return <Choice {...look.choices} value={value} common={common} />;
  if (field.input === "text") return <textarea {...common} rows={6} dir="auto" />;
  if (field.input === "line") return <input {...common} type="text" dir="auto" />;
  const isEmail = field.input === "email";
  return <input {...common} type={isEmail ? "email" : "tel"} inputMode={isEmail ? "email" : "tel"} />;
}

interface ChoiceProps {
  none: string;
  names: readonly string[];
  value: string;
  common: ControlProps & { className: string };
}

function Choice({ none, names, value, common }: ChoiceProps) {
  const all = value === "" || names.includes(value) ? names : [value, ...names];
  return (
    <span className="pick">
      <select {...common}>
        <option value="">{none}</option>
        {all.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </span>
  );
}

/** What scripts add to a form: a draft that outlives the page, sending again when the connection is back, one key a sending, the time it took, the page before, and no second click. */
function useLeadForm({ name, fields }: LeadFormDescription, path: string, answer: FormAnswer | undefined) {
  const ref = useRef<HTMLFormElement>(null);
  const shownAt = useRef(0);
  const [isRestored, setRestored] = useState(false);
  const navigation = useNavigation();
  const isSending = navigation.formAction?.startsWith(path) === true;
  const names = fields.map((field) => field.name);
  const namesText = names.join(" ");
  useEffect(() => {
    shownAt.current = performance.now();
    const values = readFormDraft(name)?.values ?? {};
    setRestored(fillIn(ref.current, namesText.split(" "), values));
  }, [name, namesText]);
  const sendOnce = useSendOnce(answer);
  // What is being changed goes when its writer says so, not in the middle of a sentence.
  const [changed, setChanged] = useState<FormAnswer>();
  const isChanged = answer?.isWaiting === true && changed === answer;
  useEffect(() => {
    if (!answer?.isWaiting || isChanged) return;
    return sendWhenOnline(() => ref.current?.requestSubmit());
  }, [answer, isChanged]);
  return {
    ref,
    isSending,
    isRestored,
    /** It waited for the connection, and was changed meanwhile: it no longer goes by itself. */
    isChanged,
    handlers: {
      onInput(event: FormEvent<HTMLFormElement>) {
        saveDraft(name, valuesOf(event.currentTarget, names));
        setChanged(answer);
      },
      onSubmit(event: SubmitEvent<HTMLFormElement>) {
        if (!sendOnce(event)) return;
        const form = event.currentTarget;
        setHidden(form, keyField, keyFor(name, valuesOf(form, names)));
        setHidden(form, hiddenFields.referrer, previousPage());
        setHidden(form, hiddenFields.elapsed, String(Math.round(performance.now() - shownAt.current)));
      },
    },
  };
}

type FormControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Puts a draft into the fields that are still empty; answers whether any was. */
function fillIn(
  form: HTMLFormElement | null,
  names: readonly string[],
  values: Record<string, string>,
): boolean {
  const empty = names.filter((name) => values[name] && controlOf(form, name)?.value === "");
  for (const name of empty) {
    const control = controlOf(form, name);
    if (control) control.value = values[name] ?? "";
  }
  return empty.length > 0;
}

function valuesOf(form: HTMLFormElement, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, controlOf(form, name)?.value ?? ""]));
}

function setHidden(form: HTMLFormElement, name: string, value: string): void {
  const control = controlOf(form, name);
  if (control) control.value = value;
}

function controlOf(form: HTMLFormElement | null, name: string): FormControl | null {
  const found = form?.elements.namedItem(name);
  const isControl =
    found instanceof HTMLInputElement ||
    found instanceof HTMLTextAreaElement ||
    found instanceof HTMLSelectElement;
  return isControl ? found : null;
}

/** A field that people don't see: what stands in it was written by a machine. */
export function Honeypot({ id, name }: { id: string; name: string }) {
  return (
    <div className="honeypot" aria-hidden="true">
      <label htmlFor={id}>Leave this empty</label>
      <input id={id} name={name} tabIndex={-1} autoComplete="off" />
    </div>
  );
}
