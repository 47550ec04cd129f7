import { strict } from './strict.ts';

const nobody = (what: string) => () => {
  throw new Error(`Nobody is here to answer dialog.${what}: the test puts a function of its own in its place`);
};

/** Dialogs. A test answers them as in real Electron: `dialog.showSaveDialog = async () => ({ canceled: true })`. */
export const dialog = strict('dialog', {
  errors: [] as { title: string; content: string }[],
  showOpenDialog: nobody('showOpenDialog'),
  showSaveDialog: nobody('showSaveDialog'),
  showMessageBox: nobody('showMessageBox'),
  showOpenDialogSync: nobody('showOpenDialogSync'),
  showSaveDialogSync: nobody('showSaveDialogSync'),
  showMessageBoxSync: nobody('showMessageBoxSync'),
  showErrorBox(title: string, content: string): void {
    dialog.errors.push({ title, content });
    console.error(`${title}\n${content}`);
  },
});
