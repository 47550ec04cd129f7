import type { Extension } from '@codemirror/state';
import { EditorView, type ViewUpdate } from '@codemirror/view';
import {
  afterEdits,
  type Provenance,
  provenanceOf,
  type SourcedRange,
  sourcedRanges,
} from '#shared/kernel/provenance.ts';
import type { EditedContent } from '../content-source.ts';

/** Words that were cut or copied, and which of them a model wrote. */
interface Taken {
  /** The post that the words come from: pasted into another post's text, they have no provenance. */
  from: EditedContent;
  text: string;
  provenance: Provenance;
}

/**
 * Keeps the provenance of words that are moved within a post. The words that were cut or copied last are remembered
 * with their marks; a paste of exactly these words gets the same marks. The clipboard itself holds plain text.
 */
export function movedWords(content: () => EditedContent): Extension {
  let taken: Taken | null = null;
  const take = (_: Event, { state }: EditorView) => {
    const { ranges, main } = state.selection;
    const from = content();
    taken =
      ranges.length > 1 || main.empty
        ? null
        : { from, text: state.sliceDoc(main.from, main.to), provenance: partOf(from.provenance(), main) };
    return false;
  };
  return [
    EditorView.domEventHandlers({ copy: take, cut: take }),
    // Called after the binding, which has written the words into the post by then.
    EditorView.updateListener.of((update) => {
      const place = placeOfPaste(update);
      if (place === null || taken === null || taken.from !== content()) return;
      if (taken.provenance.ranges.length === 0 || place.text !== taken.text) return;
      const moved = sourcedRanges(taken.provenance).map((range) => shifted(range, place.start));
      taken.from.mark(provenanceOf([...sourcedRanges(taken.from.provenance()), ...moved]));
    }),
  ];
}

const shifted = ({ start, end, source }: SourcedRange, by: number) => ({ start: start + by, end: end + by, source });

/** Returns the provenance of a part of a text, with offsets from the beginning of that part. */
function partOf(provenance: Provenance, { from, to }: { from: number; to: number }): Provenance {
  const cut = { index: to, remove: Number.MAX_SAFE_INTEGER - to, insert: 0 };
  return afterEdits(provenance, [{ index: 0, remove: from, insert: 0 }, cut]);
}

/** Returns what was pasted and where; null for any other change, and for a paste at several places. */
function placeOfPaste({ docChanged, transactions, changes }: ViewUpdate): { start: number; text: string } | null {
  if (!docChanged || !transactions.some((transaction) => transaction.isUserEvent('input.paste'))) return null;
  const places: { start: number; text: string }[] = [];
  changes.iterChanges((...[, , start, , insert]) => places.push({ start, text: insert.toString() }));
  return places.length === 1 ? (places[0] ?? null) : null;
}
