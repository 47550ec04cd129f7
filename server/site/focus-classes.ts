import { readFocus } from '#shared/kernel/picture-focus.ts';

/**
 * Returns the classes that position a cropped picture in its box, so that its focal point ("50 30", per cent, rounded
 * to five per cent) is in sight. The classes are in `picture-focus.css`, because the policy allows no inline styles.
 * Empty where there is no focal point.
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
