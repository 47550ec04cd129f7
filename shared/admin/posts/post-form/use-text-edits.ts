import { useCallback, useRef } from 'react';
import type { TextEdits } from '../../content-editor/index.ts';

/** The editor's text in the hands of what stands around it; nothing changes before the editor is there. */
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
