/** Reads a stream up to marks in it, piece by piece. Throws when it ends before one. */
export function openBoundaryScanner(stream: ReadableStream<Uint8Array>, start: Buffer) {
  const chunks = stream[Symbol.asyncIterator]();
  let rest = start;
  async function more(): Promise<void> {
    const { done, value } = await chunks.next();
    if (done) throw new EndedEarly();
    rest =
      rest.length === 0
        ? Buffer.from(value.buffer, value.byteOffset, value.length)
        : Buffer.concat([rest, value]);
  }
  return {
    /** What comes before the next mark; the mark itself is passed over. */
    async *until(mark: Buffer): AsyncGenerator<Buffer> {
      for (let at = rest.indexOf(mark); ; at = rest.indexOf(mark)) {
        // What could be the beginning of a mark is kept back.
        const length = at === -1 ? Math.max(0, rest.length - mark.length + 1) : at;
        const piece = rest.subarray(0, length);
        rest = rest.subarray(at === -1 ? length : at + mark.length);
        if (piece.length > 0) yield piece;
        if (at !== -1) return;
        await more();
      }
    },
    /** The next bytes, exactly so many. */
    async take(count: number): Promise<Buffer> {
      while (rest.length < count) await more();
      const taken = rest.subarray(0, count);
      rest = rest.subarray(count);
      return taken;
    },
  };
}

/** The stream ended in the middle of something. */
export class EndedEarly extends Error {}
