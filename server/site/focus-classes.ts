import { readFocus } from '#shared/kernel/picture-focus.ts';

/**
 * How a picture that is cut stands in its box: its focal point ("50 30", per cent) in sight, to the next five per cent. Classes
 * of `picture-focus.css`, since the policy takes no style from the page. Empty where there is none.
 */
export function focusClasses(text: string | null | undefined): string {
  const focus = readFocus(text);
  if (!focus) return '';
  const classes = (side: 'x' | 'y', value: number) => {
    const fives = Math.round(value / 5);
    return `focus-${side}${Math.floor(fives / 2)}${fives % 2 === 1 ? ` focus-${side}-five` : ''}`;
  };
  return `in-focus ${classes('x', focus.x)} ${classes('y', focus.y)}`;
}
