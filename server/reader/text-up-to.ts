/** Returns the text of a body of at most `most` bytes; null for a longer body, whose rest is not read. */
export async function textUpTo(most: number, body: AsyncIterable<Uint8Array>): Promise<string | null> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    length += piece.length;
    if (length > most) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}
