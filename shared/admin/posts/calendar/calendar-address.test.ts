import { expect, test } from 'vitest';
import { isPostAddress, postTarget } from '../post-address.ts';
import { addressOfPlace, type Place, placeOf } from './calendar-address.ts';

const TODAY = '2026-11-23';
const at = (address: string) => {
  const { search, hash } = new URL(address, 'http://admin.invalid');
  return { search, hash };
};

test.each<Place>([
  { view: 'month', day: TODAY, category: '' },
  { view: 'week', day: '2027-01-31', category: 'food-nutrition' },
  { view: 'month', day: '2025-02-28', category: '' },
])('the address of %o leads back to it', (place) => {
  const address = at(addressOfPlace(place, TODAY));
  expect(postTarget(address)).toEqual({ kind: 'calendar' });
  expect(isPostAddress(address)).toBe(false);
  expect(placeOf(address.search, TODAY)).toEqual(place);
});

test('today without a date stays today', () => {
  expect(addressOfPlace({ view: 'month', day: TODAY, category: '' }, TODAY)).toBe('/admin#calendar');
});

test('what an address says wrongly is the month of today', () => {
  expect(placeOf('?view=year&date=2026-02-31', TODAY)).toEqual({ view: 'month', day: TODAY, category: '' });
});
