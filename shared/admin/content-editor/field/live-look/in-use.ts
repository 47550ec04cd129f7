import type { EditorState } from '@codemirror/state';

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Whether the cursor or the selection is in a range or at its ends. A range in use is shown as Markdown. */
export function isInUse({ selection }: EditorState, { from, to }: Range, hasFocus: boolean): boolean {
  return hasFocus && selection.ranges.some((range) => range.from <= to && range.to >= from);
}
