import type { Extension } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';
import { useRef, useState } from 'react';
import { useToast } from '#shared/ui/toast.tsx';
import { usePorts } from '../ports-context.tsx';
import { useFindPosts } from '../post-finder.ts';
import type { EditedContent } from './content-source.ts';
import { actionKeys } from './field/actions.ts';
import { blockMenu } from './field/block-menu.ts';
import { findAndReplace } from './field/find.ts';
import { listKeys } from './field/list-keys.ts';
import { waitingInText } from './field/live-look/widgets.ts';
import { movedWords } from './field/moved-words.ts';
import { pasteRules } from './field/paste.ts';
import { postLinks } from './field/post-links.ts';
import { type WhatIsOn, watchWhatIsOn } from './field/what-is-on.ts';

/** What the page around the editor provides for it. */
interface Around {
  content: EditedContent;
  openLinks(): void;
  /** Uploads files for a place of the text. */
  takePictures(files: readonly File[], offset: number): void;
  /** Opens the stored pictures; the chosen picture is inserted at the cursor. */
  chooseStored(): void;
  toggleFocusMode(): void;
}

/**
 * Everything the editor can do in addition to typing, created once. `arriving` is the extension that takes its
 * pictures.
 */
export function useEditorFeatures(arriving: Extension, around: Around): { more: Extension; on: WhatIsOn } {
  const toast = useToast();
  const { waitingPictures } = usePorts();
  const latest = useRef(around);
  latest.current = around;
  const find = useFindPosts();
  const latestFind = useRef(find);
  latestFind.current = find;
  const [features] = useState(() => {
    const on = watchWhatIsOn();
    const openLinks = ({ state }: EditorView) => {
      if (!state.readOnly) latest.current.openLinks();
      return true;
    };
    const choosePictures = (view: EditorView) =>
      chooseFiles((files) => {
        latest.current.takePictures(files, view.state.selection.main.head);
        view.focus();
      });
    const toggleFocusMode = () => {
      latest.current.toggleFocusMode();
      return true;
    };
    const more = [
      keymap.of([
        { key: 'Mod-k', run: openLinks, preventDefault: true },
        { key: 'Mod-Shift-f', run: toggleFocusMode, preventDefault: true },
      ]),
      arriving,
      waitingInText.of(waitingPictures),
      movedWords(() => latest.current.content),
      pasteRules((what) => toast({ title: 'Pasted', description: what })),
      // Ahead of the menu: the Escape that closes the menu would otherwise leave Tab to the lists.
      listKeys,
      blockMenu(
        [
          { label: 'Picture', words: 'image photo upload', run: choosePictures },
          {
            label: 'From the Media Library',
            words: 'picture image photo gallery stored',
            run: () => latest.current.chooseStored(),
          },
          { label: 'Link', words: 'address url hyperlink', run: openLinks },
        ],
        [postLinks((...asked) => latestFind.current(...asked))],
      ),
      actionKeys,
      findAndReplace,
      on.extension,
    ];
    return { more, on: on.store };
  });
  return features;
}

/** Opens the browser's file chooser for pictures. */
function chooseFiles(onChosen: (files: readonly File[]) => void): void {
  const field = document.createElement('input');
  field.type = 'file';
  field.accept = 'image/*';
  field.multiple = true;
  field.addEventListener('change', () => onChosen([...(field.files ?? [])]));
  field.click();
}
