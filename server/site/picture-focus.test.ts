import { expect, test } from 'vitest';
import { focusStyle } from './picture-focus.ts';

test.each([
  ['50 30', '50% 30%'],
  [' 0  100 ', '0% 100%'],
])('the focal point "%s" stays in sight', (focus, objectPosition) => {
  expect(focusStyle(focus)).toEqual({ objectPosition });
});

test.each([null, undefined, '', '50', '50 101', '-1 5', '50 30 10', '1e1 5', 'left top', '50 30; color: red'])(
  '"%s" is none, and changes nothing',
  (focus) => {
    expect(focusStyle(focus)).toBeUndefined();
  },
);
