import {
  type FormEvent,
  type RefObject,
  type SubmitEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import {
  hiddenFields,
  keyField,
  type LeadFormDescription,
  type LeadFormField,
  type NotSaved,
} from "#app/domain/leads/intake/forms.ts";
import { promiseReply } from "#app/lib/text/reply-time.ts";
import { type ControlProps, ErrorSummary, FieldError, LabelledField } from "#app/lib/ui/field.tsx";
import { Icon } from "#app/lib/ui/icon.tsx";
import type { FormAnswer } from "#app/site/forms/form-answer.ts";
import { type FormControl, isEdited } from "#app/site/forms/form-control.ts";
import { keyFor, readFormDraft, saveDraft } from "#app/site/forms/form-draft.ts";
import { chatAddress, dialAddress } from "#app/site/parts/phone.ts";
import { previousPage } from "#app/site/parts/previous-page.ts";
import { sendWhenOnline, unsentWords } from "#app/site/shell/connection.ts";
import { postForm } from "../browser/navigation.ts";
import { timeOnPage } from "../browser/place.ts";

export interface LeadFormProps {
  form: LeadFormDescription;
  /** Path of the form's page. */
  path: string;
  answer: FormAnswer | undefined;
  /** Initial values by field. */
  values?: Record<string, string>;
  /** Presentation by field, where it differs. */
  looks?: Record<string, Look>;
  /** The company’s usual reply time; empty when it is not set. */
  replyTime?: string;
  /** Other ways to reach the company, below the button. */
  otherWays?: OtherWaysProps;
  hasPrivacy: boolean;
}

/**
 * Content of a form that works with and without scripts. Typed text survives every failure, and the form is stored
 * once.
 */
export default function LeadFormIsland({
  form,
  path,
  answer,
  replyTime,
  values = {},
  looks = {},
  otherWays,
  hasPrivacy,
}: LeadFormProps) {
  const ref = useRef<HTMLFormElement>(null);
  const isRestored = useDraft(ref, form);
  const { problem, isSending, isChanged, handlers } = useSending(ref, form, answer);
  const { errors, noteInput } = useOpenErrors(problem);
  const listed = useMemo(() => listErrors(form, problem?.errors ?? {}), [form, problem]);
  return (
    <>
      {problem && (
        <ErrorSummary
          title={
            isChanged
              ? `You changed your message, so it won’t be sent automatically. Press “${form.submit}” when you’re back online.`
              : problem.title
          }
          errors={listed}
          hasFocus={problem === answer}
        >
          {problem.notSaved && <ContactAlternatives {...problem.notSaved} />}
        </ErrorSummary>
      )}
      <p className="kept hint" role="status">
        {isRestored && "What you had written before is still here."}
      </p>
      <form
        className="form"
        method="post"
        action={path}
        noValidate
        data-draft={form.name}
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
        <Consent
          text={form.consent}
          error={errors.consent}
          isTicked={answer?.isConsentTicked ?? false}
          hasPrivacy={hasPrivacy}
        />
        <HiddenFields path={path} />
        <div className="field full-row button-row">
          <button className="btn" type="submit" aria-disabled={isSending}>
            {isSending ? "Sending…" : form.submit} <Icon name="arrow-right" className="i-arrow" />
          </button>
          {replyTime && <p className="hint">{promiseReply(replyTime)}</p>}
          {otherWays && <OtherWays {...otherWays} />}
        </div>
      </form>
      <p className="visually-hidden" role="status">
        {isSending && "Sending"}
      </p>
    </>
  );
}

/** Reason to show the form again: an answer of the server, or a failure to send it. */
interface Problem extends Pick<FormAnswer, "title" | "errors" | "notSaved"> {
  /** The form is sent when the connection is back. */
  isWaiting?: boolean;
}

/** Returns the errors of an answer, except for fields changed since. */
function useOpenErrors(problem: Problem | undefined) {
  const [changed, setChanged] = useState<{ problem: Problem | undefined; names: readonly string[] }>();
  const names = changed?.problem === problem ? (changed?.names ?? []) : [];
  const all = Object.entries(problem?.errors ?? {});
  return {
    errors: Object.fromEntries(all.filter(([name]) => !names.includes(name))),
    noteInput({ target }: FormEvent<HTMLFormElement>) {
      const name = target instanceof Element && target.getAttribute("name");
      if (name && problem?.errors[name]) setChanged({ problem, names: [...names, name] });
    },
  };
}

/** Other ways to reach the company, after a failure to store the message. */
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

interface OtherWaysProps {
  phone: string;
  whatsapp: string;
  /** Whether the company is open now; "" without opening hours. */
  state: string;
}

function OtherWays({ phone, whatsapp, state }: OtherWaysProps) {
  return (
    <p className="hint">
      {phone && (
        <>
          Or call{" "}
          <a className="num" href={dialAddress(phone)}>
            {phone}
          </a>
          {state && ` (${state})`}.{" "}
        </>
      )}
      {whatsapp && (
        <>
          <a href={chatAddress(whatsapp, "I am reading Contact Us…")} rel="noopener" target="_blank">
            Write on WhatsApp<span className="visually-hidden"> (opens a new tab)</span>
          </a>
          .{" "}
        </>
      )}
      <a href="/calltoaction">Request a call</a>
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
  hasPrivacy: boolean;
}

function Consent({ text, error, isTicked, hasPrivacy }: ConsentProps) {
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
          <a href="/privacy">How we handle what you write</a>
        </p>
      )}
    </div>
  );
}

/** Hidden fields; a script fills them, and without one they stay empty. */
function HiddenFields({ path }: { path: string }) {
  return (
    <>
      <Honeypot id="f-homepage" name={hiddenFields.honeypot} />
      <input type="hidden" name={hiddenFields.source} value={path} />
      <input type="hidden" name={hiddenFields.referrer} defaultValue="" />
      <input type="hidden" name={hiddenFields.elapsed} defaultValue="" />
      <input type="hidden" name={keyField} defaultValue="" />
    </>
  );
}

/** Presentation of a field that differs from the default. */
interface Look {
  label?: string;
  hint?: string;
  isWide?: boolean;
  /** Options of a select instead of a text field; `none` labels the empty one. */
  choices?: { none: string; names: readonly string[] };
  /** One of several fields must be filled in, so it is not marked as optional. */
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

/** Has no maximum length: browsers would cut pasted text silently, while the server returns a clear error. */
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

/**
 * Stores typed text until it is sent.
 * @returns whether a draft was restored
 */
function useDraft(ref: RefObject<HTMLFormElement | null>, { name, fields }: LeadFormDescription): boolean {
  const [isRestored, setRestored] = useState(false);
  useEffect(() => {
    const names = fields.map((field) => field.name);
    setRestored(fillIn(ref.current, names, readFormDraft(name)?.values ?? {}));
    // Typed before hydration.
    const controls = names.map((field) => controlOf(ref.current, field));
    if (ref.current && controls.some((control) => control && isEdited(control)))
      saveDraft(name, valuesOf(ref.current, names));
  }, [ref, name, fields]);
  return isRestored;
}

/** Sends the form, and sends it again when back online. Ignores repeated presses. */
function useSending(
  ref: RefObject<HTMLFormElement | null>,
  { name, fields }: LeadFormDescription,
  answer: FormAnswer | undefined,
) {
  const [problem, setProblem] = useState<Problem | undefined>(answer);
  const [isSending, setSending] = useState(false);
  // A second tap on a slow phone comes before React has rendered the first.
  const isUnderWay = useRef(false);
  // Changed text waits for a press, since it may be unfinished.
  const [changed, setChanged] = useState<Problem>();
  const isChanged = problem?.isWaiting === true && changed === problem;
  useEffect(() => {
    if (!problem?.isWaiting || isChanged) return;
    return sendWhenOnline(() => ref.current?.requestSubmit());
  }, [ref, problem, isChanged]);
  const names = fields.map((field) => field.name);

  async function send(form: HTMLFormElement): Promise<void> {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setSending(true);
    setHidden(form, keyField, keyFor(name, valuesOf(form, names)));
    setHidden(form, hiddenFields.referrer, previousPage());
    setHidden(form, hiddenFields.elapsed, String(Math.round(timeOnPage())));
    const result = await postForm(form);
    isUnderWay.current = false;
    setSending(false);
    if (result !== "answered" && result !== "stopped") setProblem(describeUnsent(result));
  }

  return {
    problem,
    isSending,
    /** Changed while waiting for the connection, so no longer sent automatically. */
    isChanged,
    handlers: {
      onInput(event: FormEvent<HTMLFormElement>) {
        saveDraft(name, valuesOf(event.currentTarget, names));
        setChanged(problem);
      },
      onSubmit(event: SubmitEvent<HTMLFormElement>) {
        event.preventDefault();
        void send(event.currentTarget);
      },
    },
  };
}

const waiting =
  "You’re offline. Keep this page open: your message is saved and will be sent as soon as you’re back online.";

function describeUnsent(reason: keyof typeof unsentWords): Problem {
  const isWaiting = reason === "offline";
  return { title: isWaiting ? waiting : unsentWords[reason], errors: {}, isWaiting };
}

/** Fills empty fields from a draft; returns whether any was filled. */
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

/** Field that is invisible to people, so that a value shows a bot. */
export function Honeypot({ id, name }: { id: string; name: string }) {
  return (
    <div className="honeypot" aria-hidden="true">
      <label htmlFor={id}>Leave this empty</label>
      <input id={id} name={name} tabIndex={-1} autoComplete="off" />
    </div>
  );
}
