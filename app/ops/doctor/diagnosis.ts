/** Result of a check; `unchecked` when it did not run. */
export type DiagnosisState = "fine" | "warning" | "wrong" | "unchecked";

/** Result of a check with its message. */
export interface Diagnosis {
  state: DiagnosisState;
  /** Checked area: "mail", "DNS". */
  area: string;
  /** A plain sentence or part of one, without secrets. */
  message: string;
  /** Required action; empty for none. */
  fix: string;
}

/** A check; when it throws, the result is `unchecked`. */
export type Check = () => Promise<Diagnosis[]>;

/** Creates the constructors of diagnoses for an area. */
export function diagnosesOf(area: string) {
  const make =
    (state: DiagnosisState) =>
    (message: string, fix = ""): Diagnosis => ({
      state,
      area,
      message,
      fix,
    });
  return {
    fine: make("fine"),
    warning: make("warning"),
    wrong: make("wrong"),
    unchecked: make("unchecked"),
  };
}

/** Runs checks one after another; one that fails or takes longer than `timeoutMs` is `unchecked`. */
export async function runChecks(
  checks: readonly { area: string; check: Check }[],
  timeoutMs = 60_000,
): Promise<Diagnosis[]> {
  const diagnoses: Diagnosis[] = [];
  for (const { area, check } of checks) {
    const late = Promise.withResolvers<Diagnosis[]>();
    const timer = setTimeout(
      () => late.resolve([diagnosesOf(area).unchecked("did not finish in time", "run it again")]),
      timeoutMs,
    );
    const failed = (error: unknown) => [diagnosesOf(area).unchecked(oneSentence(error))];
    diagnoses.push(...(await Promise.race([check().catch(failed), late.promise])));
    clearTimeout(timer);
  }
  return diagnoses;
}

/** Returns 2 for a problem, 1 for warnings or unchecked results, else 0. */
export function exitCodeOf(diagnoses: readonly Diagnosis[]): 0 | 1 | 2 {
  if (diagnoses.some(({ state }) => state === "wrong")) return 2;
  return diagnoses.some(({ state }) => state !== "fine") ? 1 : 0;
}

const labels: Record<DiagnosisState, string> = {
  fine: "fine",
  warning: "WARNING",
  wrong: "WRONG",
  unchecked: "COULD NOT BE CHECKED",
};

/** Formats one line for each diagnosis, and a line of counts. */
export function formatDiagnoses(diagnoses: readonly Diagnosis[]): string {
  const lines = diagnoses.map(({ state, area, message, fix }) =>
    [`${labels[state]}: ${area}: ${message}`, fix].filter(Boolean).join(" → "),
  );
  const count = (state: DiagnosisState) => diagnoses.filter((diagnosis) => diagnosis.state === state).length;
  const sum = `${count("wrong")} wrong, ${count("warning")} warnings, ${count("unchecked")} not checked, ${count("fine")} fine`;
  return `${[...lines, sum].join("\n")}\n`;
}

/** Shortens the message of an error to one line. */
export function oneSentence(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const message = error instanceof Error ? error.message || code || error.name : String(error);
  return message.replaceAll(/\s+/g, " ").slice(0, 300);
}
