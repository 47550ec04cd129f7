import type { WriteStream } from 'node:tty';

const BAR = 24;

interface Progress {
  /** Shows the bar. `what` is the file just done. */
  show(done: number, total: number, what: string): void;
  /** Prints a separate line above the bar. */
  say(line: string): void;
  /** Removes the bar. */
  end(): void;
}

/** The stream of the progress. A terminal shows a bar; any other stream gets a plain line at each tenth. */
export type ProgressStream = Pick<WriteStream, 'write'> & { isTTY?: boolean; columns?: number };

export function createProgress(stream: ProgressStream): Progress {
  let lastTenth = 0;
  let isShown = false;
  const clear = () => {
    if (isShown) stream.write('\r\u001b[K');
    isShown = false;
  };
  return {
    show(done, total, what) {
      if (total === 0) return;
      const share = done / total;
      if (stream.isTTY) {
        const full = Math.round(share * BAR);
        const line = `[${'█'.repeat(full)}${'░'.repeat(BAR - full)}] ${done}/${total}  ${plain(what)}`;
        stream.write(`\r\u001b[K${line.slice(0, Math.max(20, (stream.columns ?? 80) - 1))}`);
        isShown = true;
        return;
      }
      const tenth = Math.floor(share * 10);
      if (tenth === lastTenth) return;
      lastTenth = tenth;
      stream.write(`${done} of ${total}\n`);
    },
    say(line) {
      clear();
      stream.write(`${plain(line)}\n`);
    },
    end: clear,
  };
}

/** Replaces control characters: a file's name may hold some that a terminal takes for commands. */
export function plain(text: string): string {
  return text.replace(/\p{Cc}/gu, '?');
}
