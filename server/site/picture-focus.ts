import type { CSSProperties } from 'react';

const FOCUS = /^\s*(\d{1,3})\s+(\d{1,3})\s*$/;

/** How a picture that is cut stands in its box: its focal point ("50 30", per cent) in sight. Nothing where there is none. */
export function focusStyle(focus: string | null | undefined): CSSProperties | undefined {
  const [, x, y] = FOCUS.exec(focus ?? '') ?? [];
  if (Math.max(Number(x), Number(y)) <= 100) return { objectPosition: `${Number(x)}% ${Number(y)}%` };
  return undefined;
}
