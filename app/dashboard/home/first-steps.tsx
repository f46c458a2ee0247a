import CircleCheck from "lucide-react/icons/circle-check";
import CircleDashed from "lucide-react/icons/circle-dashed";
import { Link } from "react-router";
import { ActionButton } from "../parts/action-button.tsx";
import type { FirstStep } from "./read-first-steps.ts";

/** Checklist for admins of a new site. */
export function FirstSteps({ steps }: { steps: readonly FirstStep[] }) {
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <section className="first-steps" aria-labelledby="first-steps">
      <header className="row">
        <h2 id="first-steps">Set up your site</h2>
        <span className="mute num">
          {done} of {steps.length} done
        </span>
        <ActionButton intent="dismiss-steps" about="the first steps">
          Dismiss
        </ActionButton>
      </header>
      <ol className="lines">
        {steps.map((step) => (
          <li key={step.path}>
            <Step step={step} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Step({ step: { title, hint, path, isDone, isOptional } }: { step: FirstStep }) {
  const Icon = isDone ? CircleCheck : CircleDashed;
  return (
    <Link to={path} className={isDone ? "step done" : "step"}>
      <Icon className={isDone ? "icon good" : "icon"} aria-hidden />
      <b>
        {title}
        <span className="visually-hidden">{isDone ? ", done" : ", to do"}</span>
      </b>
      <span className="trailing">{isOptional && !isDone ? "Optional" : ""}</span>
      <small>{hint}</small>
    </Link>
  );
}
