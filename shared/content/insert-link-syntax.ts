/**
 * Text and addresses as they must be written inside a Markdown link, so that the link says exactly that:
 * links (CommonMark §6.3), backslash escapes (CommonMark §2.4), entities (CommonMark §2.5), and GFM's tables, where a
 * bar ends a cell.
 */

/** A link's text or a picture's alt text, on one line, without meaning anything else. */
export function linkLabel(text: string): string {
  return oneLine(text).replace(/[\\`*_[\]<>~|&^]/g, '\\$&');
}

/** An address between the parentheses of a link. What would end or change it is percent-encoded. */
export function linkDestination(url: string): string {
  return url
    .trim()
    .toWellFormed()
    .replace(/[\s()<>\\|`"]|\p{Cc}/gu, (character) => encodeURIComponent(character).replace(/[()]/g, percent))
    .replace(/&(?=#?\w+;)/g, '&amp;');
}

/** A caption in double quotes, as the title of a link or a picture. */
export function linkTitle(text: string): string {
  return `"${oneLine(text).replace(/["\\`<>|&]/g, '\\$&')}"`;
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

function oneLine(text: string): string {
  return text.toWellFormed().replace(/\s+/g, ' ').trim();
}
