/** Text without the characters XML 1.0 forbids (§2.2): control characters and lone surrogates. */
export function xmlText(text: string): string {
  return text.toWellFormed().replace(forbidden, '');
}

const forbidden = new RegExp('[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\ufffe\\uffff]', 'g');

/** Text as it may stand in an XML element or attribute. */
export function escapeXml(text: string): string {
  return xmlText(text).replace(/[<>&'"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
