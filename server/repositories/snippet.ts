/** What FTS5 puts round a match before the text is escaped: control characters, which texts hardly hold. */
export const MATCH_OPEN = '\u0002';
export const MATCH_CLOSE = '\u0003';
const SPECIAL = new RegExp(`[&<>"'${MATCH_OPEN}${MATCH_CLOSE}]`, 'g');

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** A piece of text with its matches between the two marks as HTML: `<mark>` in balance, everything else escaped. */
export function markedHtml(text: string): string {
  let isOpen = false;
  const html = text.replace(SPECIAL, (symbol) => {
    if (symbol === MATCH_OPEN || symbol === MATCH_CLOSE) {
      // A text may hold these characters itself; what opens twice or closes nothing is dropped.
      const changes = isOpen === (symbol === MATCH_CLOSE);
      if (!changes) return '';
      isOpen = !isOpen;
      return isOpen ? '<mark>' : '</mark>';
    }
    return ENTITIES[symbol] ?? '';
  });
  return isOpen ? `${html}</mark>` : html;
}
