/** Text without the characters XML 1.0 §2.2 forbids: control characters and lone surrogates. */
export function xmlText(text: string): string {
  return text.toWellFormed().replace(forbidden, '');
}

const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Text as it may stand in an XML element or attribute. */
export function escapeXml(text: string): string {
  return xmlText(text).replace(/[<>&'"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
