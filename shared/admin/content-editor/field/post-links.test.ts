import { CompletionContext } from '@codemirror/autocomplete';
import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState, type TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { expect, test, vi } from 'vitest';
import type { FindPosts } from '../../post-finder.ts';
import { postLinks } from './post-links.ts';

const tea = { id: 1, title: 'Tea [green]', path: '/post/tea', status: 'Published' as const };
const draft = { id: 2, title: 'Not yet', path: '/post/not-yet', status: 'Draft' as const };

/** Returns the completions at the bar, and the text after the first of them is taken. */
async function offered(text: string, find: FindPosts = async () => [tea, draft]) {
  const pos = text.indexOf('|');
  const state = EditorState.create({
    doc: text.replace('|', ''),
    extensions: [EditorState.lineSeparator.of('\n'), markdown({ base: markdownLanguage })],
  });
  ensureSyntaxTree(state, state.doc.length, 5000);
  const result = await postLinks(find)(new CompletionContext(state, pos, false));
  if (!result) return null;
  const [first] = result.options;
  let after = '';
  const view = {
    state,
    dispatch: (spec: TransactionSpec) => {
      const { newDoc, newSelection } = state.update(spec);
      after = `${newDoc.sliceString(0, newSelection.main.head)}|${newDoc.sliceString(newSelection.main.head)}`;
    },
  };
  if (first && typeof first.apply === 'function') first.apply(view as unknown as EditorView, first, result.from, pos);
  return { options: result.options.map(({ label, detail }) => [label, detail]), filter: result.filter, after };
}

test('two brackets offer posts in the order they were found in, drafts marked; one becomes a link', async () => {
  const find = vi.fn<FindPosts>(async () => [tea, draft]);
  expect(await offered('See [[green te| now', find)).toEqual({
    options: [
      ['Tea [green]', undefined],
      ['Not yet', 'Draft'],
    ],
    filter: false,
    after: 'See [Tea \\[green\\]](/post/tea)| now',
  });
  expect(find.mock.calls[0]?.[0]).toBe('green te');
});

test('brackets that were closed already go with the words', async () => {
  expect((await offered('[[gr|]] x'))?.after).toBe('[Tea \\[green\\]](/post/tea)| x');
});

test.each(['![[a|', '\\[[a|', '`[[a|`', '```\n[[a|\n```', '[[a]] b|', '[a|', 'a\n|'])(
  '%j offers nothing',
  async (text) => {
    expect(await offered(text)).toBeNull();
  },
);

test('where nothing is found, or nobody answers, the brackets stay text', async () => {
  expect(await offered('[[a|', async () => [])).toBeNull();
  expect(await offered('[[a|', () => Promise.reject(new Error('gone')))).toBeNull();
});
