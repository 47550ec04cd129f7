import type { KeptFinding } from '#server/repositories/posts/second-readings.ts';
import { quotableText } from '#shared/content/judge/quoted-place.ts';
import type { ReadingBody, ReadingFinding } from '#shared/contract/second-readings.ts';

/** Finds the position of each finding's words in the current text of a post. */
export function placedFindings(
  findings: readonly KeptFinding[],
  { title, excerpt, content }: Pick<ReadingBody, 'title' | 'excerpt' | 'content'>,
): ReadingFinding[] {
  const texts = { content: quotableText(content), title: quotableText(title), excerpt: quotableText(excerpt) };
  return findings.map((finding) => {
    const place = texts.content.placeOf(finding.quote);
    if (place) return { ...finding, where: 'content', place };
    const where = texts.title.placeOf(finding.quote)
      ? 'title'
      : texts.excerpt.placeOf(finding.quote)
        ? 'excerpt'
        : null;
    return { ...finding, where, place: null };
  });
}
