/** The deepest nesting of elements that is accepted: the browser's parser takes a minute for 100,000 levels. */
const DEEPEST = 400;

/** Tags that need no end tag, or have none. */
const UNENDED =
  /^(?:area|base|br|col|hr|img|input|link|meta|source|track|wbr|p|li|dt|dd|td|th|tr|tbody|thead|option)$/i;

/**
 * Whether more elements are open at once than any document needs; a tag in a comment counts too. A name ends where it
 * ends in HTML (“p<” is a name, and the end of a paragraph does not close it). An end tag of an element that is not
 * open counts nothing: otherwise a text full of such tags would look flat and still be a tree of thousands of levels.
 */
export function isDeepHtml(html: string): boolean {
  const open = new Map<string, number>();
  let depth = 0;
  for (const [, end, tag = ''] of html.matchAll(/<(\/?)([a-z][^\s/>]*)/gi)) {
    if (UNENDED.test(tag)) continue;
    const name = tag.toLowerCase();
    const same = open.get(name) ?? 0;
    if (end === '/' && same === 0) continue;
    const step = end === '/' ? -1 : 1;
    open.set(name, same + step);
    depth += step;
    if (depth > DEEPEST) return true;
  }
  return false;
}
