/** Elements in elements: the browser's parser takes a minute for 100,000 of them. */
const DEEPEST = 400;

/** Tags that need no end, or have none. */
const UNENDED =
  /^(?:area|base|br|col|hr|img|input|link|meta|source|track|wbr|p|li|dt|dd|td|th|tr|tbody|thead|option)$/i;

/** Whether more elements are open at once than any document needs; a tag in a comment counts too. */
export function isDeepHtml(html: string): boolean {
  let depth = 0;
  for (const [, end, name = ''] of html.matchAll(/<(\/?)([a-z][a-z\d:]*)/gi)) {
    if (UNENDED.test(name)) continue;
    depth = end === '/' ? Math.max(0, depth - 1) : depth + 1;
    if (depth > DEEPEST) return true;
  }
  return false;
}
