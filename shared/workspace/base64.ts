const PIECE = 8192;

/** Returns bytes as base64 (RFC 4648 §4, padded), the form they have in JSON. */
export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  // Each byte is one argument, and a call accepts only a limited number of arguments.
  for (let start = 0; start < bytes.length; start += PIECE) {
    binary += String.fromCharCode(...bytes.subarray(start, start + PIECE));
  }
  return btoa(binary);
}

/** Returns the bytes of a base64 text. Throws for any other text. */
export function fromBase64(base64: string): Uint8Array {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}
