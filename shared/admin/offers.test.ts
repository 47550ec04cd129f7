import { expect, test } from 'vitest';
import { createOffers, type OfferedCommand } from './offers.ts';

const command = (title: string): OfferedCommand => ({ title, run: () => {} });
const titles = (offers: ReturnType<typeof createOffers>) => offers.now().map(({ title }) => title);

test('what is offered is what can be done at that moment, for as long as its part stands', () => {
  const offers = createOffers();
  const run = { current: [command('Run All Steps')] };
  const end = offers.add(run);
  offers.add({ current: [command('Costs')] });
  expect(titles(offers)).toEqual(['Run All Steps', 'Costs']);
  run.current = [command('Stop Auto-Run')];
  expect(titles(offers)).toEqual(['Stop Auto-Run', 'Costs']);
  run.current = [];
  expect(titles(offers)).toEqual(['Costs']);
  run.current = [command('Reset')];
  end();
  expect(titles(offers)).toEqual(['Costs']);
});
