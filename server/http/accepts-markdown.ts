/** Markdown's media type (RFC 7763). */
const MARKDOWN = 'text/markdown';
/**
 * The media ranges that may stand for HTML in a header, the most specific first: the first one found counts (RFC 9110
 * §12.5.1).
 */
const HTML = ['text/html', 'text/*', '*/*'];

/**
 * The most characters of a header that is read; no program that reads pages sends a longer one, and reading it would
 * cost more than a cached page.
 */
const LONGEST = 1000;

/**
 * Whether an Accept header prefers Markdown to HTML: it names text/markdown, and gives it more weight, or the same
 * weight and names it first. A browser's header does not name it, and costs one check.
 */
export function acceptsMarkdown(accept: string | undefined): boolean {
  if (accept === undefined || accept.length > LONGEST || !/text\/markdown/i.test(accept)) return false;
  const ranges = accept.split(',').map(readRange);
  const places = new Map<string, number>();
  for (const [place, { type }] of ranges.entries()) if (!places.has(type)) places.set(type, place);
  const weightOf = (type: string) => ranges[places.get(type) ?? -1]?.weight ?? 0;
  const wanted = weightOf(MARKDOWN);
  if (wanted === 0) return false;
  const html = HTML.find((type) => places.has(type)) ?? '';
  if (wanted !== weightOf(html)) return wanted > weightOf(html);
  return html !== 'text/html' || (places.get(MARKDOWN) ?? 0) < (places.get(html) ?? 0);
}

/** "Text/HTML;level=1;q=0.7" is the type text/html with the weight 0.7; a weight that cannot be read counts as 1. */
function readRange(text: string): { type: string; weight: number } {
  const [type = '', ...parameters] = text.split(';');
  const weights = parameters.map((parameter) => /^\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*$/i.exec(parameter)?.[1]);
  return { type: type.trim().toLowerCase(), weight: Number(weights.find((weight) => weight !== undefined) ?? 1) };
}
