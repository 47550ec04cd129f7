import { useCallback, useRef } from 'react';
import type { TextEdits } from '../../content-editor/index.ts';

/** Lets the parts around the editor edit its text; nothing changes before the editor is loaded. */
export function useTextEdits() {
  const edits = useRef<TextEdits | null>(null);
  return {
    edits,
    take: useCallback((given: TextEdits) => {
      edits.current = given;
    }, []),
    goTo: useCallback((place: { start: number; end: number }) => edits.current?.goTo(place), []),
    focus: useCallback(() => edits.current?.focus(), []),
  };
}
