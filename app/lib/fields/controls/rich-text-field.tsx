import { type ComponentType, useEffect, useMemo, useState } from "react";
import type { RichText } from "#app/lib/rich-text/schema/document.ts";
import { findJsonExcess } from "#app/lib/text/json-bounds.ts";
import { LabelledField } from "#app/lib/ui/field.tsx";
import { trustHtml } from "#app/lib/ui/trusted-html.ts";
import { blocksOfDocument } from "../differences/text-blocks.ts";
import { type RichTextEditorProps, useForm } from "../form-context.ts";
import {
  blocksOfLines,
  type FieldControl,
  type FieldProps,
  readText,
  type Sent,
  textOf,
  useLabel,
} from "./control.ts";

export const richTextControl: FieldControl<"richText"> = {
  Control: RichTextField,
  read: readRichText,
  blocks: blocksOfDocument,
};

/** Value of the Markdown text area, or else the document that the editor submitted. */
function readRichText(sent: Sent, name: string): unknown {
  const markdown = sent.get(name)?.[0];
  if (markdown !== undefined) return { markdown };
  const json = sent.get(`${name}.json`)?.[0];
  if (json === undefined) return undefined;
  // JSON beyond the limits goes to the schema as text, which rejects it with a message.
  if (findJsonExcess(json) !== null) return json;
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}

/** Rich text editor, or its preview until the editor has loaded; a Markdown text area if loading fails. */
function RichTextField({ name, input, value }: FieldProps<"richText">) {
  const { texts, errors, tools } = useForm();
  const [Editor, setEditor] = useState<ComponentType<RichTextEditorProps> | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    tools.loadEditor().then(
      (loaded) => setEditor(() => loaded),
      () => setFailed(true),
    );
  }, [tools]);
  const typed = markdownIn(value);
  const markdown = typed ?? texts[name]?.markdown ?? "";
  const area = <MarkdownArea name={name} label={input.label} text={markdown} />;
  return (
    <div className={errors[name] ? "field bad rich" : "field rich"} id={`f-${name}`} tabIndex={-1}>
      <p className="label" id={`l-${name}`}>
        {input.label}
      </p>
      {errors[name] && <p className="err">{errors[name]}</p>}
      {/* Submits the unchanged text until the editor provides its own. */}
      {isDocument(value) && !hasFailed && (
        <input type="hidden" name={`${name}.json`} defaultValue={JSON.stringify(value)} />
      )}
      {hasFailed || typed !== null ? (
        area
      ) : Editor && isDocument(value) ? (
        <Editor name={name} label={input.label} doc={value} />
      ) : (
        <Preview html={texts[name]?.html ?? ""} />
      )}
    </div>
  );
}

/** Preview of the text without focusable links. */
function Preview({ html }: { html: string }) {
  const inner = useMemo(() => ({ __html: trustHtml(html) }), [html]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has made it from the schema
  return <div className="rich-text still" inert dangerouslySetInnerHTML={inner} />;
}

function MarkdownArea({ name, label, text }: { name: string; label: string; text: string }) {
  return (
    <>
      <textarea className="input markdown" name={name} aria-label={label} rows={18} defaultValue={text} />
      <p className="hint">
        Markdown: ## heading, **bold**, _italic_, [words](/address), - list, ![words](picture’s id).
      </p>
    </>
  );
}

function markdownIn(value: unknown): string | null {
  const text: unknown = Reflect.get(Object(value), "markdown");
  return typeof text === "string" ? text : null;
}

function isDocument(value: unknown): value is RichText {
  return Reflect.get(Object(value), "type") === "doc";
}

export const markdownControl: FieldControl<"markdown"> = {
  Control: MarkdownField,
  read: readText,
  blocks: (value, names) =>
    typeof value === "string" ? blocksOfLines(value) : blocksOfDocument(value, names),
};

function MarkdownField({ name, input, value }: FieldProps<"markdown">) {
  return (
    <LabelledField {...useLabel(name, input)} isWide>
      {(control) => (
        <textarea
          className="input prose"
          {...control}
          defaultValue={textOf(value)}
          dir="auto"
          rows={14}
          spellCheck
        />
      )}
    </LabelledField>
  );
}
