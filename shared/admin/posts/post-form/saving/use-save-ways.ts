import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { SessionState } from '../../../editor/index.ts';
import { useGiveFormCommands } from '../../../form-commands.ts';
import { queryKeys } from '../../../query-client.ts';
import type { Help } from '../../../suggest/index.ts';
import { useSaveMarkdown } from '../../markdown-files/index.ts';
import { useSaveWhenOnline, useSignInForSave } from '../use-session-upkeep.ts';
import { type PostSavesOptions, usePostSaves } from './use-post-saves.ts';

interface SaveWaysOptions extends PostSavesOptions {
  state: SessionState;
  help: Help;
}

/**
 * All ways in which the form is saved: by its buttons, by keys, by the host's menu, and by itself as soon as it can be.
 */
export function useSaveWays({ state, help, ...options }: SaveWaysOptions) {
  const { session } = options.opened;
  useSaveWhenOnline(session, state.save);
  useSignInForSave(session, state.save);
  const saves = usePostSaves(options);
  useSaveShortcut(saves.inPlace);
  const saveFile = useSaveMarkdown(session);
  useGiveFormCommands({ save: saves.inPlace, saveFile: () => void saveFile(), suggest: (kind) => help.open(kind) });
  useForeignSaves(state, options.onAdopted);
  return { ...saves, asFile: saveFile };
}

/** Handles Ctrl+S, on a Mac Cmd+S, wherever the focus is. */
function useSaveShortcut(save: () => void): void {
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isSave =
        event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isSave) return;
      // Otherwise the browser would save the page.
      event.preventDefault();
      if (!event.repeat) latest.current();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

/**
 * Handles a save made on another device: the lists become stale, and a draft that became a post there becomes the same
 * post here.
 */
function useForeignSaves({ foreignAction, save }: SessionState, onAdopted: (postId: number) => void): void {
  const queryClient = useQueryClient();
  const postId = save.base?.postId ?? null;
  const version = save.base?.baseVersion ?? null;
  const known = useRef(postId);
  const adopt = useRef(onAdopted);
  adopt.current = onAdopted;
  const isSaved = foreignAction === 'saved';

  useEffect(() => {
    const before = known.current;
    known.current = postId;
    if (!isSaved || postId === null || version === null) return;
    void queryClient.invalidateQueries({ queryKey: queryKeys.posts });
    if (before === null) adopt.current(postId);
  }, [queryClient, isSaved, postId, version]);
}
