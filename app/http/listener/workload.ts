/** What is being answered at this moment, and how much of it there may be. */
export interface Workload {
  /** Null when there is no room: the asker is told to come back. */
  begin(network: string): Work | null;
  readonly isFull: boolean;
}

export interface Work {
  /** Waiting for the sender costs next to nothing and keeps nobody else out. */
  pause(): void;
  resume(): void;
  /** The answer is made and on its way: it still counts for the one who takes it, not for all. */
  sending(): void;
  end(): void;
}

/** More at a time only wait for each other. */
export const mostAtWork = 500;
/** Of one network, being made or taken. */
export const mostPerNetwork = 200;

type State = "working" | "waiting" | "sending" | "ended";

const isCounted = (state: State) => state === "working" || state === "sending";

export function createWorkload(most = { atWork: mostAtWork, perNetwork: mostPerNetwork }): Workload {
  const perNetwork = new Map<string, number>();
  let atWork = 0;

  const count = (network: string, change: number) => {
    if (change === 0) return;
    const now = (perNetwork.get(network) ?? 0) + change;
    if (now === 0) perNetwork.delete(network);
    else perNetwork.set(network, now);
  };

  return {
    begin(network) {
      if (atWork >= most.atWork || (perNetwork.get(network) ?? 0) >= most.perNetwork) return null;
      let state: State = "ended";
      const turn = (next: State) => {
        atWork += Number(next === "working") - Number(state === "working");
        count(network, Number(isCounted(next)) - Number(isCounted(state)));
        state = next;
      };
      turn("working");
      return {
        pause: () => void (state === "working" && turn("waiting")),
        resume: () => void (state === "waiting" && turn("working")),
        sending: () => void (state !== "ended" && turn("sending")),
        end: () => turn("ended"),
      };
    },
    get isFull() {
      return atWork >= most.atWork;
    },
  };
}
