import type { SessionState } from '../../../editor/index.ts';
import { useGiveFormCommands } from '../../../form-commands.tsx';
import type { Help } from '../../../suggest/index.ts';
import { useSaveMarkdown } from '../../markdown-files/index.ts';
import { useSaveWhenOnline, useSignInForSave } from '../use-session-upkeep.ts';
import { useForeignSaves } from './use-foreign-saves.ts';
import { type PostSavesOptions, usePostSaves } from './use-post-saves.ts';
import { useSaveShortcut } from './use-save-shortcut.ts';

interface SaveWaysOptions extends PostSavesOptions {
  state: SessionState;
  help: Help;
}

/** Every way in which the form is saved: by its buttons, by keys, by the host's menu, by itself once it can be. */
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
