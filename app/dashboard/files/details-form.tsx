import { FileText } from "lucide-react";
import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { Field } from "#app/ui/field.tsx";
import type { Refused } from "../parts/answer.ts";
import { FocalPicker } from "./focal-picker.tsx";
import type { FileScreen } from "./read-file-screen.ts";
import { TagOptions } from "./tag-options.tsx";

interface DetailsFormProps {
  screen: FileScreen;
  refused: Refused | null;
}

/** The file itself, and what is said of it. */
export function DetailsForm({ screen, refused }: DetailsFormProps) {
  const { file, shown, tags } = screen;
  const isSaving = useNavigation().state === "submitting";
  const typed = refused?.typed.intent === "describe" ? refused.typed : null;
  const errors = typed ? (refused?.refusal.fields ?? {}) : {};
  const isPicture = file.kind === "picture";
  return (
    <Form className="stack" method="post" preventScrollReset>
      {isPicture ? <FocalPicker file={file} shown={shown} typed={typed} /> : <Download address={shown} />}
      <Field
        label="Name"
        name="name"
        error={errors.name}
        hint="Only staff see it; a PDF is downloaded under it."
      >
        {(control) => (
          <input
            className="in"
            {...control}
            defaultValue={typed?.name ?? file.name}
            maxLength={120}
            required
          />
        )}
      </Field>
      {isPicture && <AltField alt={typed?.alt ?? file.alt} error={errors.alt} />}
      <Field
        label="Tags"
        name="tags"
        error={errors.tags ?? errors["tags.0"]}
        isOptional
        hint="Separated by commas."
      >
        {(control) => (
          <input
            className="in"
            {...control}
            defaultValue={typed?.tags ?? file.tags.join(", ")}
            list="tags-known"
          />
        )}
      </Field>
      <TagOptions id="tags-known" tags={tags} />
      {file.deletedAt === null && (
        <div className="row">
          <input type="hidden" name="version" value={file.version} />
          <button className="btn" type="submit" name="intent" value="describe" disabled={isSaving}>
            Save
          </button>
        </div>
      )}
    </Form>
  );
}

function AltField({ alt, error }: { alt: string; error: string | undefined }) {
  const [length, setLength] = useState(alt.length);
  return (
    <Field
      label="Alt text"
      name="alt"
      error={error}
      hint="Describes the picture for people who can’t see it. Required before anything with this picture is published."
    >
      {(control) => (
        <>
          <textarea
            className="in"
            {...control}
            defaultValue={alt}
            maxLength={1000}
            onChange={({ target }) => setLength(target.value.length)}
          />
          {length > 150 && <p className="hint">{length} characters. One sentence is easier to listen to.</p>}
        </>
      )}
    </Field>
  );
}

function Download({ address }: { address: string }) {
  return (
    <a className="download" href={address}>
      <FileText className="i" aria-hidden /> Download the PDF
    </a>
  );
}
