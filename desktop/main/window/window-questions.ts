import type { BrowserWindow } from 'electron';
import { askOwner, askOwnerAtOnce } from './ask-owner.ts';

/** Asks the owner what to do with a run whose window is about to close. */
export function askAboutRun(window: BrowserWindow): Promise<'hide' | 'quit' | 'stay'> {
  return askOwner(
    {
      message: 'A workflow is running',
      detail:
        'It can go on while the window is closed. If you quit, it waits, and goes on when you open Ninefold again. The step ' +
        'it is in is paid for once, unless the server goes down in it.',
      buttons: { hide: 'Keep it running', quit: 'Quit', stay: 'Cancel' },
      usual: 'hide',
      otherwise: 'stay',
    },
    window,
  );
}

export function askAboutHang(window: BrowserWindow): Promise<'wait' | 'reload' | 'close'> {
  return askOwner(
    {
      type: 'warning',
      message: 'Ninefold does not answer',
      detail: 'What you typed until a second ago is kept on this computer and is back when the page is loaded again.',
      buttons: { wait: 'Wait', reload: 'Load again', close: 'Close window' },
      usual: 'wait',
      otherwise: 'wait',
    },
    window,
  );
}

/** Asks whether to leave the page although it holds unsaved words. */
export function askWhetherLeft(window: BrowserWindow): boolean {
  const answer = askOwnerAtOnce(
    {
      message: 'Leave without saving?',
      detail:
        'The post that is open has changes the server does not have. They are kept on this computer and are back when you ' +
        'open the post again, unless its form says that they are not kept.',
      buttons: { leave: 'Leave', stay: 'Keep editing' },
      usual: 'stay',
      otherwise: 'stay',
    },
    window,
  );
  return answer === 'leave';
}
