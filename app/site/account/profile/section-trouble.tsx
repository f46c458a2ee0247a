import type { FormAnswer } from "#app/site/forms/form-answer.ts";
import { Trouble } from "../trouble.tsx";

interface SectionTroubleProps {
  answer: FormAnswer | undefined;
  /** The forms of the section. */
  intents: readonly string[];
}

/** What stopped a form without fields, above the section it stands in. */
export function SectionTrouble({ answer, intents }: SectionTroubleProps) {
  if (!answer || answer.isKept || !intents.includes(answer.typed.intent ?? "")) return null;
  const [first] = Object.values(answer.errors);
  return <Trouble title={first ?? answer.title} />;
}
