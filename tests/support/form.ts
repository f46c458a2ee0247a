import { ReadableStream } from "node:stream/web";

/** A form as programs send one: parts in the order given, each a text or a file with the name its sender says. */
export interface FormPart {
  name: string;
  text?: string;
  file?: { name: string; bytes: Uint8Array | string };
}

export const boundary = "----frontdesk-test-boundary";
export const formType = `multipart/form-data; boundary=${boundary}`;

/** The body of a form, byte for byte; file names stand in it as they are given. */
export function formBody(parts: readonly FormPart[]): Buffer<ArrayBuffer> {
  const pieces = parts.flatMap(({ name, text, file }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file ? `; filename="${file.name}"` : ""}\r\n\r\n`,
    ),
    Buffer.from(text ?? file?.bytes ?? ""),
    Buffer.from("\r\n"),
  ]);
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
}

export const aFile = (name: string, bytes: Uint8Array | string): FormPart => ({
  name: "file",
  file: { name, bytes },
});

/** What asks with a body that comes piece by piece. */
export function streamed(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  type = formType,
): RequestInit {
  const init = { method: "POST", headers: { "content-type": type }, duplex: "half" };
  // Node takes its own streams, and asks for `duplex` with them; the DOM's types know neither.
  return { ...init, body: ReadableStream.from(chunks) } as unknown as RequestInit;
}
