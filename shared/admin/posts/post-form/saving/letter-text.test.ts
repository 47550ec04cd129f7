import { expect, test } from 'vitest';
import { letterText } from './letter-text.ts';

const letter = { willBeSent: true, isHeld: false, canBeSent: true, recipients: 1200, waitMinutes: 5 };

test.each([
  [letter, ', and is sent to 1,200 subscribers 5 minutes later'],
  [{ ...letter, recipients: 1, waitMinutes: 1 }, ', and is sent to 1 subscriber a minute later'],
  [{ ...letter, waitMinutes: 0 }, ', and is sent to 1,200 subscribers'],
  [{ ...letter, willBeSent: false, isHeld: true }, ''],
])('what a publication sends is said behind what it does', (given, text) => {
  expect(letterText(given)).toBe(text);
});
