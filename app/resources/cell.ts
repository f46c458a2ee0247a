/** What stands in a cell, as data: the definition of a list runs on the server alone, and one screen draws them all. */
export type Cell = CellPiece | readonly CellPiece[];

export type CellPiece = string | TextPiece | MomentPiece | BadgePiece | SmallPiece;

export interface TextPiece {
  text: string;
  /** Address it leads to. */
  to?: string | null;
  /** What is there is a file, for whoever has just shown who they are. */
  isFile?: boolean;
  /** Read aloud where the cell alone does not say what is meant. */
  spoken?: string;
  isMuted?: boolean;
  isStrong?: boolean;
  isOneLine?: boolean;
  /** Its lines may break anywhere: addresses, and words of strangers. */
  wraps?: boolean;
  hidesOn?: NarrowScreen;
  direction?: "ltr" | "auto";
  language?: "bn" | undefined;
}

export interface MomentPiece {
  /** ISO 8601. */
  at: string;
  /** How it is written; without it as everywhere, such as "Today 10:04". */
  written?: string;
  isOneLine?: boolean;
}

/** One sign and one word for where something stands. */
export interface BadgePiece {
  badge: string;
  sign?: SignName;
  tone: "good" | "fresh" | "slow" | "still" | "wrong";
}

/** Signs by the names that lucide gives them. */
export type SignName =
  | "ban"
  | "circle-check"
  | "circle-pause"
  | "clock-3"
  | "flag"
  | "folder-down"
  | "log-out"
  | "mail-x"
  | "mails"
  | "send"
  | "shield-alert"
  | "triangle-alert"
  | "upload"
  | "user-plus";

/** A line of its own below, in small type. */
export interface SmallPiece {
  small: Cell;
  isWrong?: boolean;
  wraps?: boolean;
  /** At most two lines are shown. */
  isClipped?: boolean;
}

/** A phone hides what it shows as cards; a tablet hides columns of second rank. */
export type NarrowScreen = "phone" | "tablet" | "phone and tablet";
