import { openSearchPanel } from '@codemirror/search';
import { onceClosed, useOfferCommands } from '../offer-commands.tsx';
import type { OfferedCommand } from '../offers.ts';
import { ACTIONS } from './field/actions.ts';
import type { ContentView } from './field/create-editor.ts';

export interface FocusMode {
  isOn: boolean;
  toggle(): void;
}

/** Offers the commands for the text, and for how much of the window the text takes. */
export function useOfferTextCommands(editor: ContentView | null, isReadOnly: boolean, focusMode: FocusMode): void {
  useOfferCommands(
    {
      title: focusMode.isOn ? 'Leave Focus Mode' : 'Focus Mode',
      words: ['full screen', 'distraction', 'write'],
      // If the focus went to an element that the text covers, focus mode would end again.
      run: () =>
        onceClosed(() => {
          editor?.view.focus();
          focusMode.toggle();
        }),
    },
    ...(editor && !isReadOnly ? textCommands(editor) : []),
  );
}

/** Returns everything that can be done with the text at the cursor, each under the name of its button. */
export function textCommands(editor: Pick<ContentView, 'view' | 'step'>): OfferedCommand[] {
  const command = (title: string, words: string, act: () => void): OfferedCommand => ({
    title,
    group: 'In the text',
    words: words.split(' '),
    run: () =>
      onceClosed(() => {
        editor.view.focus();
        act();
      }),
  });
  return [
    command('Undo', 'take back', () => editor.step('undo')),
    command('Redo', 'again', () => editor.step('redo')),
    ...ACTIONS.map(({ label, menu = '', run }) => command(label, menu, () => run(editor.view))),
    command('Find and Replace', 'search words', () => openSearchPanel(editor.view)),
  ];
}
