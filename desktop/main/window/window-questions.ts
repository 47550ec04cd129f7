import { type BrowserWindow, dialog } from 'electron';

/** What becomes of a run whose window is to be closed. */
export async function askAboutRun(window: BrowserWindow): Promise<'hide' | 'quit' | 'stay'> {
  const answers = ['hide', 'quit', 'stay'] as const;
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: 'A workflow is running',
    detail:
      'It can go on while the window is closed. If you quit, it waits, and goes on when you open Ninefold again; ' +
      'nothing is paid for twice.',
    buttons: ['Keep it running', 'Quit', 'Cancel'],
    defaultId: 0,
    cancelId: 2,
    noLink: true,
  });
  return answers[response] ?? 'stay';
}

export async function askAboutHang(window: BrowserWindow): Promise<'wait' | 'reload' | 'close'> {
  const answers = ['wait', 'reload', 'close'] as const;
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: 'Ninefold does not answer',
    detail: 'What you typed until a second ago is kept on this computer and is back when the page is loaded again.',
    buttons: ['Wait', 'Load again', 'Close window'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  return answers[response] ?? 'wait';
}

/** Whether the page is left although it holds unsaved words. */
export function askWhetherLeft(window: BrowserWindow): boolean {
  const response = dialog.showMessageBoxSync(window, {
    type: 'question',
    message: 'Leave without saving?',
    detail:
      'The post that is open has changes the server does not have. They are kept on this computer and are back when you ' +
      'open the post again, unless its form says that they are not kept.',
    buttons: ['Leave', 'Keep editing'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  });
  return response === 0;
}
