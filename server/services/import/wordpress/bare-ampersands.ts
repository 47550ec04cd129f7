const OPEN = '<![CDATA[';
const CLOSE = ']]>';
const BARE = /&(?!(?:#\d{1,8}|#x[\da-f]{1,6}|[a-z][\w.-]{0,40});)/gi;
/** Longer than an entity or the beginning of a section may be. */
const TAIL = 50;

/**
 * Writes ampersands out that begin no entity, as "Fish & chips" in a title: a parser would read on to the next semicolon,
 * however many posts later. In CDATA sections an ampersand is one.
 */
export async function* withoutBareAmpersands(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let isSection = false;
  let rest = '';
  for await (const text of texts) {
    let result = '';
    rest += text;
    for (;;) {
      const end = rest.indexOf(isSection ? CLOSE : OPEN);
      const part = end < 0 ? rest.slice(0, safeEnd(rest)) : rest.slice(0, end + (isSection ? CLOSE : OPEN).length);
      result += isSection ? part : part.replace(BARE, '&amp;');
      rest = rest.slice(part.length);
      if (end < 0) break;
      isSection = !isSection;
    }
    yield result;
  }
  yield isSection ? rest : rest.replace(BARE, '&amp;');
}

/** What may be the beginning of something waits for the next piece. */
function safeEnd(text: string): number {
  const from = Math.max(0, text.length - TAIL);
  const begun = text.slice(from).search(/[&<\]]/);
  return begun < 0 ? text.length : from + begun;
}
