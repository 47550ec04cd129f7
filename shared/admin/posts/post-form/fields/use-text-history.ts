import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import type { FieldsWith } from '#shared/kernel/post-field-table.ts';
import { spliceText } from '#shared/kernel/splice.ts';
import { historyKey, useHeldSelection } from '../../../content-editor/index.ts';
import type { PostSession } from '../../../editor/index.ts';

interface TextHistory<Element> {
  ref: RefObject<Element | null>;
  onSelect: () => void;
  onInput: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * Undo and redo of a long text by the draft's own history: the cursor moves to the place of the change. After a change
 * of another device the cursor stays at its words.
 */
export function useTextHistory<Element extends HTMLInputElement | HTMLTextAreaElement>(
  session: PostSession,
  name: Exclude<FieldsWith<{ isLettered: true }>, 'content'>,
  value: string,
): TextHistory<Element> {
  const held = useHeldSelection<Element>(value);
  const { ref } = held;
  const before = useRef<string | null>(null);
  useLayoutEffect(() => {
    const splice = before.current === null ? null : spliceText(before.current, value);
    before.current = null;
    if (!splice) return;
    const place = splice.index + splice.insert.length;
    ref.current?.setSelectionRange(place, place);
  }, [value, ref]);
  return {
    ...held,
    onKeyDown(event) {
      const step = historyKey(event);
      if (!step) return;
      event.preventDefault();
      before.current = value;
      session[step]();
      // The step changed another field: the cursor of this text stays.
      if (session.getState().values[name] === value) before.current = null;
    },
  };
}
