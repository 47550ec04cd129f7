/** Text without the characters XML 1.0 §2.2 forbids: control characters and lone surrogates. */
export function xmlText(text: string): string {
  return text.toWellFormed().replace(forbidden, '');
}

const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Text as it may stand in an XML element or attribute. */
export function escapeXml(text: string): string {
  return xmlText(text).replace(/[<>&'"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/**
 * Plain text where HTML is expected. No more is escaped than must be: a browser that shows a feed as it is shows what
 * stands in CDATA to the letter.
 */
export function asHtml(text: string): string {
  return inCdata(xmlText(text).replace(/<|&(?=[a-z#])/gi, (character) => `&#${character.charCodeAt(0)};`));
}

/** HTML, or text that is read as HTML, as it may stand in CDATA: what would end that is written otherwise. */
export function inCdata(html: string): string {
  return html.replaceAll(']]>', ']]&#62;');
}
