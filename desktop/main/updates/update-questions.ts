import { askOwner, tellOwner } from '../window/ask-owner.ts';
import type { UpdateQuestions } from './app-updates.ts';

/** The questions as the system's own dialogs, over the window in use if there is one. */
export const updateQuestions: UpdateQuestions = {
  askReady: (version) =>
    askOwner({
      message: `Ninefold ${version} is ready to be installed`,
      detail: 'What you wrote stays where it is. Your server is not changed.',
      buttons: { restart: 'Restart and install', 'at-quit': 'Install when I quit', later: 'Not now' },
      usual: 'at-quit',
      otherwise: 'later',
    }),
  tell: (words) => void tellOwner({ type: 'info', ...words }),
};
