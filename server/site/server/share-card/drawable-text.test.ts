import { expect, test } from 'vitest';
import { drawableText } from './drawable-text.ts';

const latin = { covers: (text: string) => /^[\u0020-\u017e\u2013\u2018-\u201d\u2026]*$/.test(text) };

test.each([
  ['🎉🎉 Tea 👩‍👩‍👧 time 🇩🇪 1️⃣', 'Tea time'],
  ['𝗕𝗼𝗹𝗱 and ﬁne', 'Bold and fine'],
  ['  two\u00a0\n words ', 'two words'],
  ['Za\u0301 soft\u00ad\u200bhyphen', 'Zá softhyphen'],
  ['🎉🇩🇪', ''],
  ['', ''],
])('%j is drawn as %j', (text, drawn) => {
  expect(drawableText(text, latin)).toBe(drawn);
});

test.each(['مرحبا', 'Tea and чай', 'Tea 茶', 'A\u0489'])(
  'a text with letters the face lacks is left out: %s',
  (text) => {
    expect(drawableText(text, latin)).toBe('');
  },
);
