import { BrowserWindow, dialog, type MessageBoxOptions } from 'electron';
import type { UpdateQuestions } from './updates.ts';

const answers = ['restart', 'at-quit', 'later'] as const;

/** The questions as the system's own dialogs, over the window in use where there is one. */
export const updateQuestions: UpdateQuestions = {
  async askReady(version) {
    const response = await show({
      type: 'question',
      message: `Ninefold ${version} is ready to be installed`,
      detail: 'What you wrote stays where it is. Your server is not changed.',
      buttons: ['Restart and install', 'Install when I quit', 'Not now'],
      defaultId: 1,
      cancelId: 2,
      noLink: true,
    });
    return answers[response] ?? 'later';
  },
  tell: (words) => void show({ type: 'info', ...words, buttons: ['OK'] }),
};

async function show(options: MessageBoxOptions): Promise<number> {
  const window = BrowserWindow.getFocusedWindow();
  const { response } = await (window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options));
  return response;
}
