import { outside, type Provenance, provenanceOf, sourcedRanges, type WordsSource } from '#shared/kernel/provenance.ts';
import { carryProvenance } from './carry.ts';

/** The most characters of changed lines that are compared word by word; changes after them count as new. */
const MOST_COMPARED = 4000;

/** A source that stands for all earlier text while texts are compared. */
const STAYED: WordsSource = { model: null, run: null, step: null, promptVersion: 0, help: 'stayed', at: null };

/**
 * Returns the provenance of a text that a model made from another one: text that stayed keeps its source, all other
 * text is the model's.
 */
export function withNewWords(
  before: { readonly content: string; readonly provenance: Provenance },
  after: string,
  source: WordsSource,
): Provenance {
  const all = provenanceOf([{ start: 0, end: before.content.length, source: STAYED }]);
  const stayed = sourcedRanges(carryProvenance(before.content, after, all, MOST_COMPARED));
  const sourced = sourcedRanges(carryProvenance(before.content, after, before.provenance, MOST_COMPARED));
  return provenanceOf([...sourced, ...outside([{ start: 0, end: after.length, source }], stayed)]);
}
