/**
 * Returns plain text as Markdown that means only this text: on one line, with every character escaped that has a
 * meaning inside a line, and the one that would begin a list or heading. Entities stay and will be decoded.
 */
export function escapedText(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]{}<>|~]/g, '\\$&')
    .replace(/^([#+=-]|\d+(?=[.)]))/, (start) => (/^\d/.test(start) ? `${start}\\` : `\\${start}`));
}

/** Does the same for a text whose entities have been decoded already: ampersands are escaped as well. */
export function escapedReadText(text: string): string {
  return escapedText(text).replace(/&/g, '&amp;');
}

/** Returns an address in a form that may be written between a link's parentheses. */
export function writtenAddress(address: string): string {
  return /^[^\s<>()\\]+$/.test(address)
    ? address
    : `<${address.replace(/[\n<>\\]/g, (sign) => encodeURIComponent(sign))}>`;
}

/** Returns the value of an HTML attribute for use between double quotes; entities stay and will be decoded. */
export function attributeText(text: string): string {
  return text.replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/\s+/g, ' ').trim();
}
