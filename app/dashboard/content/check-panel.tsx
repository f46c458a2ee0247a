import { CircleAlert, Lightbulb } from "lucide-react";
import type { MouseEvent } from "react";
import type { Finding } from "#app/content/publishing/publish-check.ts";

/** What the check before publishing found: errors, then advice, each leading to its field. */
export function CheckPanel({ findings }: { findings: readonly Finding[] }) {
  const errors = findings.filter(({ level }) => level === "error").length;
  return (
    <section className="check-panel" aria-labelledby="check-title">
      <h2 id="check-title">Before publishing</h2>
      <p className="small mute" role="status">
        {summarise(errors, findings.length - errors)}
      </p>
      <ul>
        {findings.map((finding) => (
          <Line key={finding.field + finding.message} finding={finding} />
        ))}
      </ul>
    </section>
  );
}

function Line({ finding: { level, field, message } }: { finding: Finding }) {
  const Sign = level === "error" ? CircleAlert : Lightbulb;
  return (
    <li className={level}>
      <Sign className={`icon ${level === "error" ? "wrong" : "slow"}`} aria-hidden />
      <a href={`#f-${field}`} onClick={focusField}>
        <span className="visually-hidden">{level === "error" ? "Problem: " : "Suggestion: "}</span>
        {message}
      </a>
    </li>
  );
}

function summarise(errors: number, advice: number): string {
  if (errors + advice === 0) return "Ready to publish.";
  const parts = [
    errors > 0 && `${errors} ${errors === 1 ? "problem" : "problems"} to fix`,
    advice > 0 && `${advice} ${advice === 1 ? "suggestion" : "suggestions"}`,
  ];
  return `${parts.filter(Boolean).join(", ")}.`;
}

/** The field itself, or the whole group it is part of. */
function focusField(event: MouseEvent<HTMLAnchorElement>): void {
  const id = decodeURIComponent(event.currentTarget.hash.slice(1));
  const target = document.getElementById(id) ?? document.getElementById(id.split(".")[0] ?? "");
  if (!target) return;
  event.preventDefault();
  target.closest("details")?.setAttribute("open", "");
  target.scrollIntoView({ block: "center" });
  target.focus({ preventScroll: true });
}
