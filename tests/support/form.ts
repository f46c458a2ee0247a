import { ReadableStream } from "node:stream/web";

/** Part of a form: a text, or a file with the name that the client sends. */
export interface FormPart {
  name: string;
  text?: string;
  file?: { name: string; bytes: Uint8Array | string };
}

export const boundary = "----frontdesk-test-boundary";
export const formType = `multipart/form-data; boundary=${boundary}`;

/** Multipart body with file names unescaped. */
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

/** Request options with a body that is sent in chunks. */
export function streamed(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  type = formType,
): RequestInit {
  const init = { method: "POST", headers: { "content-type": type }, duplex: "half" };
  // Node accepts its own streams and needs `duplex` for them; the DOM types lack both.
  return { ...init, body: ReadableStream.from(chunks) } as unknown as RequestInit;
}
