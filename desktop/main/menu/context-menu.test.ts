import { expect, test } from 'vitest';
import { type ContextMenuActions, contextMenu, type Pressed } from './context-menu.ts';

const editFlags: Pressed['editFlags'] = {
  canUndo: true,
  canRedo: false,
  canCut: true,
  canCopy: true,
  canPaste: true,
  canDelete: true,
  canSelectAll: true,
  canEditRichly: false,
};
const nothing: Pressed = {
  misspelledWord: '',
  dictionarySuggestions: [],
  linkURL: '',
  mediaType: 'none',
  isEditable: false,
  selectionText: '',
  editFlags,
};

function menu(pressed: Partial<Pressed>) {
  const done: string[] = [];
  const actions: ContextMenuActions = {
    replaceWord: (word) => done.push(`replace ${word}`),
    learnWord: (word) => done.push(`learn ${word}`),
    openLink: (address) => done.push(`open ${address}`),
    openBeside: (place) => done.push(`beside ${place}`),
    copyText: (text) => done.push(`copy ${text}`),
    copyPicture: () => done.push('copy picture'),
  };
  const items = contextMenu({ ...nothing, ...pressed }, actions);
  const press = (label: string) => {
    const item = items.find((each) => each.label === label);
    (item?.click as (() => void) | undefined)?.();
  };
  return { names: items.map(({ label, role, type }) => label ?? role ?? type), items, press, done };
}

test('where there is nothing to do there is no menu', () => {
  expect(menu({}).items).toEqual([]);
});

test('a misspelt word in a field is replaced or learned', () => {
  const { names, press, done } = menu({
    misspelledWord: 'teh',
    dictionarySuggestions: ['the', 'tea & co'],
    isEditable: true,
  });
  expect(names.slice(0, 4)).toEqual(['the', 'tea && co', 'Add to Dictionary', 'separator']);
  expect(names).toContain('paste');
  press('tea && co');
  press('Add to Dictionary');
  expect(done).toEqual(['replace tea & co', 'learn teh']);
  expect(menu({ misspelledWord: 'qxz' }).items[0]).toMatchObject({ label: 'No suggestions', enabled: false });
});

test('a field offers what can be done there, selected text is copied', () => {
  const { items } = menu({ isEditable: true });
  expect(items.find(({ role }) => role === 'redo')).toMatchObject({ enabled: false });
  expect(items.find(({ role }) => role === 'undo')).toMatchObject({ enabled: true });
  expect(menu({ selectionText: 'words' }).names).toEqual(['copy']);
  expect(menu({ selectionText: '  ' }).names).toEqual([]);
});

test('a link of the web or of mail is opened or copied, any other is not offered', () => {
  const { press, done } = menu({ linkURL: 'https://example.com/a' });
  press('Open Link');
  press('Copy Link Address');
  expect(done).toEqual(['open https://example.com/a', 'copy https://example.com/a']);
  for (const linkURL of ['file:///etc/passwd', 'javascript:alert(1)', 'app://ninefold/api/posts', 'smb://x/y'])
    expect(menu({ linkURL }).items).toEqual([]);
});

test('a place of the admin is opened in a window of its own', () => {
  const { press, done, names } = menu({ linkURL: 'app://ninefold/admin?edit=3' });
  expect(names).toEqual(['Open in New Window']);
  press('Open in New Window');
  expect(done).toEqual(['beside admin?edit=3']);
});

test('a picture is copied', () => {
  const { press, done } = menu({ mediaType: 'image' });
  press('Copy Image');
  expect(done).toEqual(['copy picture']);
});
