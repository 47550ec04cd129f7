/**
 * Plain text as Markdown that says nothing but this text: on one line, with every sign escaped that means something
 * inside a line, and the one that would make a list or heading of it. Entities are left to be read.
 */
export function escapedText(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]{}<>|~]/g, '\\$&')
    .replace(/^([#+=-]|\d+(?=[.)]))/, (start) => (/^\d/.test(start) ? `${start}\\` : `\\${start}`));
}

/** The same for a text whose entities have been read already: they are escaped again. */
export function escapedReadText(text: string): string {
  return escapedText(text).replace(/&/g, '&amp;');
}

/** An address as it may stand between a link's parentheses. */
export function writtenAddress(address: string): string {
  return /^[^\s<>()\\]+$/.test(address)
    ? address
    : `<${address.replace(/[\n<>\\]/g, (sign) => encodeURIComponent(sign))}>`;
}

/** The value of an HTML attribute between double quotes; entities in it are left to be read. */
export function attributeText(text: string): string {
  return text.replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/\s+/g, ' ').trim();
}
