/**
 * Writes text and addresses for the inside of a Markdown link, so that the link says exactly that: links (CommonMark
 * §6.3), backslash escapes (CommonMark §2.4), entities (CommonMark §2.5), and GFM's tables, where a bar ends a cell.
 */

/** Returns a link's text or a picture's alt text, on one line and escaped so that it has no other meaning. */
export function linkLabel(text: string): string {
  return oneLine(text).replace(/[\\`*_[\]<>~|&^]/g, '\\$&');
}

/** Returns an address for the parentheses of a link. Characters that would end or change it are percent-encoded. */
export function linkDestination(url: string): string {
  return url
    .trim()
    .toWellFormed()
    .replace(/[\s()<>\\|`"]|\p{Cc}/gu, (character) => encodeURIComponent(character).replace(/[()]/g, percent))
    .replace(/&(?=#?\w+;)/g, '&amp;');
}

/** Returns a caption in double quotes, for the title of a link or a picture. */
export function linkTitle(text: string): string {
  return `"${oneLine(text).replace(/["\\`<>|&]/g, '\\$&')}"`;
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

function oneLine(text: string): string {
  return text.toWellFormed().replace(/\s+/g, ' ').trim();
}
