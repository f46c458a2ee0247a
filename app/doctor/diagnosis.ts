/** How one thing stands. What could not be looked at is never fine. */
export type DiagnosisState = "fine" | "warning" | "wrong" | "unchecked";

/** One thing that was looked at. */
export interface Diagnosis {
  state: DiagnosisState;
  /** What it is about: "mail", "DNS". */
  area: string;
  /** One plain sentence or part of one, without secrets. */
  says: string;
  /** What to do about it; empty where nothing is to be done. */
  mend: string;
}

/** Looks at one thing; what it throws makes it one that could not be checked. */
export type Check = () => Promise<Diagnosis[]>;

/** Findings of one area, each in a line. */
export function diagnosesOf(area: string) {
  const make =
    (state: DiagnosisState) =>
    (says: string, mend = ""): Diagnosis => ({
      state,
      area,
      says,
      mend,
    });
  return {
    fine: make("fine"),
    warning: make("warning"),
    wrong: make("wrong"),
    unchecked: make("unchecked"),
  };
}

/** One after the other; a check that fails or takes longer than `longestMs` is one that could not be done, and ends no other. */
export async function runChecks(
  checks: readonly { area: string; check: Check }[],
  longestMs = 60_000,
): Promise<Diagnosis[]> {
  const diagnoses: Diagnosis[] = [];
  for (const { area, check } of checks) {
    const late = Promise.withResolvers<Diagnosis[]>();
    const timer = setTimeout(
      () => late.resolve([diagnosesOf(area).unchecked("gave no answer in time", "run it again")]),
      longestMs,
    );
    const failed = (error: unknown) => [diagnosesOf(area).unchecked(oneSentence(error))];
    diagnoses.push(...(await Promise.race([check().catch(failed), late.promise])));
    clearTimeout(timer);
  }
  return diagnoses;
}

/** 0: nothing to fix. 1: warnings, or something could not be checked. 2: something is wrong. */
export function exitCodeOf(diagnoses: readonly Diagnosis[]): 0 | 1 | 2 {
  if (diagnoses.some(({ state }) => state === "wrong")) return 2;
  return diagnoses.some(({ state }) => state !== "fine") ? 1 : 0;
}

const signs: Record<DiagnosisState, string> = {
  fine: "fine",
  warning: "WARNING",
  wrong: "WRONG",
  unchecked: "COULD NOT BE CHECKED",
};

/** A line for each diagnosis, and how many of each there are. */
export function formatDiagnoses(diagnoses: readonly Diagnosis[]): string {
  const lines = diagnoses.map(({ state, area, says, mend }) =>
    [`${signs[state]}: ${area}: ${says}`, mend].filter(Boolean).join(" → "),
  );
  const count = (state: DiagnosisState) => diagnoses.filter((diagnosis) => diagnosis.state === state).length;
  const sum = `${count("wrong")} wrong, ${count("warning")} to look at, ${count("unchecked")} could not be checked, ${count("fine")} fine`;
  return `${[...lines, sum].join("\n")}\n`;
}

/** Of an error, what fits in a line. */
export function oneSentence(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const message = error instanceof Error ? error.message || code || error.name : String(error);
  return message.replaceAll(/\s+/g, " ").slice(0, 300);
}
