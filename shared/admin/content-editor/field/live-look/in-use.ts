import type { EditorState } from '@codemirror/state';

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Whether the cursor, or what is selected, is in a range or at its ends: there the text is shown as it is written. */
export function isInUse({ selection }: EditorState, { from, to }: Range, hasFocus: boolean): boolean {
  return hasFocus && selection.ranges.some((range) => range.from <= to && range.to >= from);
}
