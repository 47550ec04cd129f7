import type { LeftOut } from '../import-source.ts';
import type { FilePlace } from './file-place.ts';

/** The files of a place that are not read. */
export function refusedItems({ refused }: FilePlace): LeftOut[] {
  return refused.map(({ name, why }) => ({ kind: 'left-out', file: name, what: 'file', why }));
}
