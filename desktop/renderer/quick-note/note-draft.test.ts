import { expect, test } from 'vitest';
import type { UploadedImage } from '#shared/contract/images.ts';
import { createMemoryStore } from '#shared/workspace/memory-store.ts';
import { openStoredDraft, readValues } from '#shared/workspace/post-draft.ts';
import { EMPTY, isEmpty, openKeptNote, restOf } from './kept-note.ts';
import { keepNote, noteValues } from './note-draft.ts';
import { takePictures } from './use-note.ts';

const NOW = Date.UTC(2026, 10, 26, 12);
const valuesOf = (text: string, ...urls: string[]) =>
  noteValues({ text, pictures: urls.map((url) => ({ url, name: 'a.png' })) }, NOW);

test('the first line is the title, what follows the text', () => {
  expect(valuesOf('  # Salt on bread \n\nWith butter.\n\nAnd *more*. ')).toEqual({
    title: 'Salt on bread',
    slug: 'salt-on-bread',
    content: 'With butter.\n\nAnd *more*.',
  });
  expect(valuesOf('One line')).toMatchObject({ title: 'One line', content: '' });
});

test('a first line too long for a title stays whole in the text', () => {
  const long = 'words '.repeat(40).trim();
  const { title, content } = valuesOf(`${long}\nmore`);
  expect(content).toBe(`${long}\nmore`);
  expect(title).toMatch(/^(?:words ){9}words…$/);
  expect(valuesOf('x'.repeat(300)).title).toBe(`${'x'.repeat(60)}…`);
});

test('pictures stand behind the words, and a note of pictures alone is called by its day', () => {
  expect(valuesOf('Boats', '/uploads/a.png', '/uploads/b.png')).toMatchObject({
    title: 'Boats',
    content: '![](/uploads/a.png)\n\n![](/uploads/b.png)',
  });
  expect(valuesOf(' ', '/uploads/a.png').title).toBe('Note of 26 Nov 2026');
});

test('a note becomes a draft of its own', async () => {
  const store = createMemoryStore();
  let made = 0;
  const ports = {
    store,
    clock: { now: () => NOW },
    uniqueId: () => {
      made += 1;
      return `note-${made}`;
    },
  };
  await keepNote({ text: 'Tea\nHot \ud800 water', pictures: [] }, ports);
  await keepNote({ text: 'Cups', pictures: [] }, ports);
  expect(await store.list('draft')).toEqual(['draft:new-note-1', 'draft:new-note-2']);
  const draft = openStoredDraft('draft:new-note-1', await store.load('draft:new-note-1'));
  expect(readValues(draft)).toMatchObject({ title: 'Tea', slug: 'tea', content: 'Hot \ufffd water' });
});

test('what stands in the window is there again, and anything else that is stored is an empty note', () => {
  const stored = new Map<string, string>();
  const kept = openKeptNote({
    get: (key) => stored.get(key) ?? null,
    set: (key, value) => void stored.set(key, value),
    remove: (key) => void stored.delete(key),
  });
  const note = { text: 'half a', pictures: [{ url: '/uploads/a.png', name: 'a.png' }] };
  kept.set(note);
  expect(kept.get()).toEqual(note);
  kept.set({ ...EMPTY, text: ' \n' });
  expect([stored.size, isEmpty(kept.get())]).toEqual([0, true]);
  stored.set('quick-note', '{"text":1}');
  expect(kept.get()).toEqual(EMPTY);
});

test('what is typed or put in while the note becomes a draft stays in the window', () => {
  const [sea, wood] = [
    { url: '/uploads/a.png', name: 'a.png' },
    { url: '/uploads/b.png', name: 'b.png' },
  ];
  const kept = { text: 'Boats', pictures: [sea] };
  expect(restOf(kept, kept)).toEqual(EMPTY);
  expect(restOf({ text: 'Boats of paper', pictures: [sea, wood] }, kept)).toEqual({
    text: ' of paper',
    pictures: [wood],
  });
  expect(restOf({ text: 'Two boats', pictures: [] }, kept)).toEqual({ text: 'Two boats', pictures: [] });
});

test('of several pictures the one that is not taken is named, and holds no other back', async () => {
  const names = ['a.png', 'b.txt', '', ...Array.from({ length: 9 }, (_, number) => `${number}.png`)];
  const taken: string[] = [];
  const said = await takePictures(
    names.map((name) => new File([], name)),
    async ({ name }) => {
      if (!name.endsWith('.png')) throw new Error('Not a picture.');
      return { imageUrl: `/uploads/${name}` } as UploadedImage;
    },
    ({ url }) => void taken.push(url),
  );
  expect(taken).toEqual(['a.png', ...names.slice(3, 10)].map((name) => `/uploads/${name}`));
  expect(said).toBe('b.txt: Not a picture. A picture: Not a picture. 10 are taken at once: 2 more were not.');
});
