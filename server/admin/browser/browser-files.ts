import type { AdminPorts } from '#shared/admin/ports.ts';

/** The largest text file, in bytes. No text of ours comes near this size; a larger file is not one. */
const LARGEST = 8 * 1024 * 1024;

/** Files in a browser: downloads, and the browser's own dialog to choose a file. */
export const browserFiles: AdminPorts['files'] = {
  dragText: null,
  async saveText(name, text) {
    const address = URL.createObjectURL(new Blob([text], { type: typeOf(name) }));
    const link = document.createElement('a');
    link.href = address;
    link.download = name;
    link.click();
    // The browser reads the address after the click.
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
    return true;
  },
  // The browser requests the file with the owner's session, and shows the progress itself.
  async download(path, name) {
    const link = document.createElement('a');
    link.href = path;
    link.download = name;
    link.click();
    return 'begun';
  },
  openText: () =>
    new Promise((resolve, reject) => {
      const input = document.createElement('input');
      input.type = 'file';
      input.accept = '.md,.markdown,.txt,text/markdown,text/plain';
      input.addEventListener('cancel', () => resolve(null));
      input.addEventListener('change', () => {
        const file = input.files?.[0];
        if (!file) resolve(null);
        else if (file.size > LARGEST) reject(new Error('This file is too large: 8 MB at most.'));
        else file.text().then((text) => resolve({ name: file.name, text }), reject);
      });
      input.click();
    }),
};

/**
 * Returns the media type of a text by the ending of its name. If the type did not fit the ending, a browser might add
 * another ending.
 */
function typeOf(name: string): string {
  return name.endsWith('.csv') ? 'text/csv;charset=utf-8' : 'text/markdown;charset=utf-8';
}
