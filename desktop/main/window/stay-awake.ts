import { powerSaveBlocker } from 'electron';

/** Keeps the computer from falling asleep by itself while work is in progress; the screen may go dark. */
export function createStayAwake(): (isNeeded: boolean) => void {
  let id: number | null = null;
  return (isNeeded) => {
    if (isNeeded) {
      id ??= powerSaveBlocker.start('prevent-app-suspension');
    } else if (id !== null) {
      powerSaveBlocker.stop(id);
      id = null;
    }
  };
}
