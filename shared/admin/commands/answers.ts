import type { MenuCommand } from '#shared/contract/ipc.ts';
import type { FormCommands } from '../form-commands.ts';
import { FIND_STATE, LIST_ADDRESS, NEW_POST_ADDRESS } from '../posts/index.ts';
import type { RunStoreState } from '../prompts/index.ts';

/** What the answers to commands use. */
export interface CommandParts {
  /** Navigates to an address of the admin. */
  go(address: string, options?: { state: object }): void;
  /** The open post form; null if none is open. */
  form: FormCommands | null;
  chooseFile(): void;
  syncNow(): void;
  run: Pick<RunStoreState, 'isOpen' | 'isUnderWay' | 'isWatching' | 'setup'>;
  runAll(): void;
  stop(): void;
}

/**
 * What the admin does for each command of the host's menu. A command that is missing here must be answered by the host
 * itself; the compiler then requires it there.
 */
export const commandAnswers = {
  'new-post': ({ go }) => go(NEW_POST_ADDRESS),
  'open-file': ({ chooseFile }) => chooseFile(),
  save: ({ form }) => form?.save(),
  'save-file': ({ form }) => form?.saveFile(),
  find: ({ go }) => go(LIST_ADDRESS, { state: FIND_STATE }),
  settings: ({ go }) => go(LIST_ADDRESS, { state: { tab: 'settings' } }),
  'sync-now': ({ syncNow }) => syncNow(),
  run({ go, run, runAll }) {
    go(LIST_ADDRESS, { state: { tab: 'chained-prompts' } });
    if (run.isOpen && !run.isUnderWay && !run.isWatching && run.setup.kind !== 'not-ready') runAll();
  },
  stop({ run, stop }) {
    if (run.isUnderWay && !run.isWatching) stop();
  },
} as const satisfies Partial<Record<MenuCommand, (parts: CommandParts) => void>>;

/** A command that the admin answers. */
export type AdminCommand = keyof typeof commandAnswers;

/** Whether the admin answers a command. */
export function isAdminCommand(command: MenuCommand): command is AdminCommand {
  return Object.hasOwn(commandAnswers, command);
}
