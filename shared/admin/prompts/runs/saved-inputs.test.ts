import { expect, test } from 'vitest';
import { blankChainForm } from '#shared/workflow/chain-form.ts';
import { createMemoryStore } from '#shared/workspace/memory-store.ts';
import { NotKeptError } from '#shared/workspace/store-port.ts';
import { documentChannel } from '../../document-channel.ts';
import { createOpenDocuments } from '../../documents/open-documents.ts';
import { createTestClock } from '../../editor/test-clock.ts';
import { openSavedInputs } from './saved-inputs.ts';

const clock = createTestClock();
const form = { ...blankChainForm, targetMarket: 'Runners', category: '6' };

async function open(store = createMemoryStore()) {
  const channel = documentChannel({ post: () => undefined, listen: () => () => undefined, close: () => undefined });
  const documents = createOpenDocuments({ store, clock, timers: clock, channel });
  const unique = () => crypto.randomUUID();
  return { store, documents, inputs: await openSavedInputs({ documents, unique, onChange: () => undefined }) };
}

test('inputs are saved by name, and are there again for the next window', async () => {
  const { store, inputs } = await open();
  await inputs.save('  Spring ', form);
  await inputs.save('Autumn', { ...form, targetMarket: 'Swimmers' });
  const [autumn, spring] = (await open(store)).inputs.all();
  expect(autumn).toMatchObject({ name: 'Autumn', form: { targetMarket: 'Swimmers' } });
  expect(spring).toMatchObject({ name: 'Spring', form });
});

test('a name is taken once in a category: the same name there puts these in the place of those', async () => {
  const { inputs } = await open();
  await inputs.save('Spring', form);
  await inputs.save('spring', { ...form, productApp: 'Shoes' });
  await inputs.save('Spring', { ...form, category: '7' });
  expect(inputs.all().map(({ name, form: own }) => [name, own.category, own.productApp])).toEqual([
    ['spring', '6', 'Shoes'],
    ['Spring', '7', ''],
  ]);
});

test('inputs are renamed and deleted, one alone', async () => {
  const { inputs } = await open();
  await inputs.save('Spring', form);
  await inputs.save('Autumn', form);
  const [autumn, spring] = inputs.all();
  await inputs.rename(spring?.id ?? '', 'March');
  await inputs.remove(autumn?.id ?? '');
  expect(inputs.all()).toEqual([{ id: spring?.id, name: 'March', form }]);
});

test('what other programs left there is passed over, and a full disk is said', async () => {
  const { store, documents, inputs } = await open();
  const document = await documents.open('preferences', 'preferences:inputs');
  for (const [name, value] of Object.entries({ a: null, b: 'x', c: { name: 4 }, d: { name: '' } })) {
    document.setField(`set:${name}`, value);
  }
  document.setField('set:e', { name: 'Odd', form: { targetMarket: 4 } });
  await documents.keep(document);
  expect((await open(store)).inputs.all()).toEqual([{ id: 'e', name: 'Odd', form: blankChainForm }]);
  store.fail(new Error('full'));
  await expect(inputs.save('Spring', form)).rejects.toThrow(NotKeptError);
});
