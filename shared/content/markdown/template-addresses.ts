// {{ "/path" | url }} and similar tags: one quoted argument without anything that could end a link, an attribute or a
// line.
const quotedPath =
  /\{\{-?[ \t]*(?:"([^\s"'<>()\\{}]*)"|'([^\s"'<>()\\{}]*)')[ \t]*(?:\|[ \t]*(?:url|relative_url|absolute_url|embed)\b[^{}\n]*)?-?\}\}/g;
const baseUrl = /\{\{-?[ \t]*site\.(?:baseurl|url)[ \t]*-?\}\}/g;
const unresolvedAddress = /(\]\([ \t]*)(\{\{[^{}\n]*\}\}[^\s{}()]*)(?=[ \t]*\))/g;

/**
 * Reads addresses from the template tags of other site generators, so that `[text]({{ "/about/" | url }})`, which is
 * not a link in CommonMark because of its spaces, becomes one: `{{ "path" | url }}` becomes its quoted path, `{{
 * site.baseurl }}` nothing. A tag in the place of an address that cannot be read only loses its spaces: it is then
 * parsed as a link, which cleaning unwraps. All other tags stay, to be counted and dropped on the tree.
 *
 * This is the only place where text is rewritten before parsing; the inserted text contains no character with a meaning
 * in Markdown's links or in HTML. Fenced code and code spans of one line are not changed. One pass over the text.
 */
export function resolveTemplateAddresses(markdown: string): string {
  if (!markdown.includes('{{')) return markdown;
  let fence: string | null = null;
  return markdown
    .split('\n')
    .map((line) => {
      const mark = /^[ \t>]*(?:[-*+][ \t]+)?(`{3,}|~{3,})/.exec(line)?.[1];
      if (fence !== null) {
        if (mark?.startsWith(fence) && new RegExp(`^[ \\t>]*${mark[0]}+[ \\t]*$`).test(line)) fence = null;
        return line;
      }
      if (mark !== undefined && !(mark.startsWith('`') && line.slice(line.indexOf(mark) + mark.length).includes('`'))) {
        fence = mark;
        return line;
      }
      return line.includes('{{') ? outsideCodeSpans(line, resolveInText) : line;
    })
    .join('\n');
}

function resolveInText(text: string): string {
  return text
    .replace(quotedPath, (_, double: string | undefined, single: string | undefined) => double ?? single ?? '')
    .replace(baseUrl, '')
    .replace(unresolvedAddress, (_, open: string, address: string) => open + address.replace(/[ \t()]+/g, ''));
}

function outsideCodeSpans(line: string, change: (text: string) => string): string {
  const runs = [...line.matchAll(/`+/g)];
  const lastOfLength = new Map<number, number>();
  for (const [index, run] of runs.entries()) lastOfLength.set(run[0].length, index);
  let result = '';
  let done = 0;
  let open: RegExpExecArray | null = null;
  for (const [index, run] of runs.entries()) {
    if (open === null) {
      if ((lastOfLength.get(run[0].length) ?? index) === index) continue;
      open = run as RegExpExecArray;
      result += change(line.slice(done, run.index));
      done = run.index;
    } else if (run[0].length === open[0].length) {
      const end = run.index + run[0].length;
      result += line.slice(done, end);
      done = end;
      open = null;
    }
  }
  return result + change(line.slice(done));
}
