import type { AdminCommand } from '#shared/admin/commands/index.ts';
import type { DesktopBridge, MenuCommand } from '#shared/contract/ipc.ts';

type MenuAnswers = Record<Exclude<MenuCommand, AdminCommand>, () => void>;

interface AnswerParts {
  bridge: DesktopBridge;
  /** Shows the owner a line until they close it; null removes it. */
  tell(line: string | null): void;
  /** Finds text, in the editor of a post or in the page. */
  find(): void;
}

/**
 * Returns the answers to the menu's commands that the admin leaves to this page. They work on every screen, even when
 * nobody is signed in.
 */
export function menuAnswers({ bridge, tell, find }: AnswerParts): MenuAnswers {
  return {
    'find-in-page': find,
    export: () =>
      void bridge['workspace.export']({}).then(({ path }) =>
        tell(path === null ? null : `Everything on this computer is now also in ${path}`),
      ),
  };
}

/** Answers a command, if it is one of this page's. */
export function answerMenu(answers: MenuAnswers, command: MenuCommand): void {
  if (isOwn(answers, command)) answers[command]();
}

function isOwn(answers: MenuAnswers, command: MenuCommand): command is keyof MenuAnswers {
  return Object.hasOwn(answers, command);
}
