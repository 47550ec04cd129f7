/** Text without the characters that XML 1.0 §2.2 forbids: control characters and lone surrogates. */
export function xmlText(text: string): string {
  return text.toWellFormed().replace(forbidden, '');
}

const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Text, escaped for an XML element or attribute. */
export function escapeXml(text: string): string {
  return xmlText(text).replace(/[<>&'"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/**
 * Plain text where HTML is expected. Only the necessary characters are escaped: a browser that shows a feed as it is
 * shows the contents of CDATA literally.
 */
export function asHtml(text: string): string {
  return inCdata(xmlText(text).replace(/<|&(?=[a-z#])/gi, (character) => `&#${character.charCodeAt(0)};`));
}

/** HTML, or text that is read as HTML, for CDATA: the sequence that would end CDATA is written differently. */
export function inCdata(html: string): string {
  return html.replaceAll(']]>', ']]&#62;');
}
