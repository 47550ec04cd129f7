import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron';
import { besidePath, isForOutside } from '../window/navigation.ts';

/** The data that Electron gives about a right click. */
export type Pressed = Pick<
  ContextMenuParams,
  'misspelledWord' | 'dictionarySuggestions' | 'linkURL' | 'mediaType' | 'isEditable' | 'selectionText' | 'editFlags'
>;

export interface ContextMenuActions {
  replaceWord(word: string): void;
  learnWord(word: string): void;
  openLink(address: string): void;
  openBeside(path: string): void;
  copyText(text: string): void;
  copyPicture(): void;
}

/** Returns the menu of the right mouse button, or of the menu key; empty when there is nothing to do. */
export function contextMenu(pressed: Pressed, actions: ContextMenuActions): MenuItemConstructorOptions[] {
  const groups = [spelling(pressed, actions), link(pressed, actions), picture(pressed, actions), text(pressed)];
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, index) => (index === 0 ? group : [{ type: 'separator' as const }, ...group]));
}

function spelling({ misspelledWord, dictionarySuggestions }: Pressed, actions: ContextMenuActions) {
  if (misspelledWord === '') return [];
  const suggestions: MenuItemConstructorOptions[] = dictionarySuggestions.map((word) => ({
    label: word.replaceAll('&', '&&'),
    click: () => actions.replaceWord(word),
  }));
  const none: MenuItemConstructorOptions = { label: 'No suggestions', enabled: false };
  return [
    ...(suggestions.length > 0 ? suggestions : [none]),
    { label: 'Add to Dictionary', click: () => actions.learnWord(misspelledWord) },
  ];
}

function link({ linkURL }: Pressed, actions: ContextMenuActions): MenuItemConstructorOptions[] {
  const path = besidePath(linkURL);
  if (path !== null) return [{ label: 'Open in New Window', click: () => actions.openBeside(path) }];
  if (!isForOutside(linkURL)) return [];
  return [
    { label: 'Open Link', click: () => actions.openLink(linkURL) },
    { label: 'Copy Link Address', click: () => actions.copyText(linkURL) },
  ];
}

function picture({ mediaType }: Pressed, actions: ContextMenuActions): MenuItemConstructorOptions[] {
  return mediaType === 'image' ? [{ label: 'Copy Image', click: actions.copyPicture }] : [];
}

function text({ isEditable, selectionText, editFlags }: Pressed): MenuItemConstructorOptions[] {
  if (isEditable) {
    return [
      { role: 'undo', enabled: editFlags.canUndo },
      { role: 'redo', enabled: editFlags.canRedo },
      { type: 'separator' },
      { role: 'cut', enabled: editFlags.canCut },
      { role: 'copy', enabled: editFlags.canCopy },
      { role: 'paste', enabled: editFlags.canPaste },
      { role: 'pasteAndMatchStyle', enabled: editFlags.canPaste },
      { role: 'selectAll', enabled: editFlags.canSelectAll },
    ];
  }
  return selectionText.trim() === '' ? [] : [{ role: 'copy', enabled: editFlags.canCopy }];
}
