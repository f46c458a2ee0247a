import { DomainError } from "#app/platform/domain-error.ts";

/** Says of a file that was sent why it is not taken. */
export function refuseFile(sentence: string): DomainError {
  return new DomainError("invalid", sentence, { fields: { file: sentence } });
}

/** A file that was looked through and is ready to be kept. */
export interface AcceptedFile {
  type: "image/webp" | "application/pdf";
  /** Of pictures; 0 for documents. */
  width: number;
  height: number;
  /** A tiny blurred picture as a data address; empty for documents. */
  placeholder: string;
  /** Of documents, where it could be told. */
  pages: number | null;
  /** File name, such as `640.avif`, and bytes. */
  files: { name: string; bytes: Uint8Array }[];
}
