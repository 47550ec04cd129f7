import type { CSSProperties } from 'react';
import { readFocus } from '#shared/kernel/picture-focus.ts';

/** How a picture that is cut stands in its box: its focal point ("50 30", per cent) in sight. Nothing where there is none. */
export function focusStyle(text: string | null | undefined): CSSProperties | undefined {
  const focus = readFocus(text);
  return focus ? { objectPosition: `${focus.x}% ${focus.y}%` } : undefined;
}
