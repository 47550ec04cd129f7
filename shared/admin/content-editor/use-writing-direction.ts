import { type RefObject, useLayoutEffect } from 'react';
import { directionOf, firstDirection, LONG_LINE, type WritingDirection } from './writing-direction.ts';

/** The `dir` of a text field, also while a long text is put in: the browser lays it out before anybody hears of it. */
export function useWritingDirection(ref: RefObject<HTMLTextAreaElement | null>, value: string): WritingDirection {
  const direction = directionOf(value);
  useLayoutEffect(() => {
    // What was set before a text was put in may not be what it needs with it.
    if (ref.current && ref.current.dir !== direction) ref.current.dir = direction;
  });
  useLayoutEffect(() => {
    const area = ref.current;
    if (!area) return;
    const onBeforeInput = ({ data }: InputEvent) => {
      if (area.dir === 'auto' && data !== null && data.length > LONG_LINE) area.dir = firstDirection(area.value + data);
    };
    area.addEventListener('beforeinput', onBeforeInput);
    return () => area.removeEventListener('beforeinput', onBeforeInput);
  }, [ref]);
  return direction;
}
