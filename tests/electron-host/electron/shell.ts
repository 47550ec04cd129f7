import { strict } from './strict.ts';

/** The system's other programs: nothing is opened; the requests are recorded for tests. */
export const shell = strict('shell', {
  asked: [] as { what: 'openExternal' | 'openPath' | 'showItemInFolder'; target: string }[],
  async openExternal(url: string): Promise<void> {
    shell.asked.push({ what: 'openExternal', target: url });
  },
  async openPath(path: string): Promise<string> {
    shell.asked.push({ what: 'openPath', target: path });
    return '';
  },
  showItemInFolder(path: string): void {
    shell.asked.push({ what: 'showItemInFolder', target: path });
  },
  beep(): void {},
});
