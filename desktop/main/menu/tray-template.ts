import type { MenuItemConstructorOptions } from 'electron';

/** The numbers of items that wait on this computer until the server can be reached. */
export interface Waiting {
  /** Posts that are to be saved, published, scheduled or taken offline. */
  posts: number;
  /**
   * Documents (drafts, prompts, runs) with words that the server does not have yet. Zero while the server can be
   * reached: they are sent within a second.
   */
  documents: number;
  pictures: number;
}

export interface TrayFacts {
  /** The progress of a workflow; null when none runs. */
  run: string | null;
  /** Null when no server is in use. */
  waiting: Waiting | null;
}

export interface TrayActions {
  show(): void;
  newPost(): void;
  quickNote(): void;
  stop(): void;
  quit(): void;
}

const line = { type: 'separator' } as const;

/** Returns the menu of the icon beside the clock. */
export function trayTemplate({ run, waiting }: TrayFacts, actions: TrayActions): MenuItemConstructorOptions[] {
  const enabled = waiting !== null;
  return [
    ...(run === null
      ? []
      : [
          { id: 'tray-run', label: run, enabled: false },
          { id: 'tray-stop', label: 'Stop the Workflow', click: actions.stop },
          line,
        ]),
    { id: 'tray-show', label: 'Open Ninefold', click: actions.show },
    { id: 'tray-new-post', label: 'New Post', enabled, click: actions.newPost },
    { id: 'tray-quick-note', label: 'Quick Note', enabled, click: actions.quickNote },
    ...(waiting === null ? [] : [line, { id: 'tray-waiting', label: waitingText(waiting), enabled: false }]),
    line,
    { id: 'tray-quit', label: 'Quit', click: actions.quit },
  ];
}

/** Returns words such as "2 posts and 1 picture wait to be sent". */
export function waitingText({ posts, documents, pictures }: Waiting): string {
  const parts = [counted(posts, 'post'), counted(documents, 'document'), counted(pictures, 'picture')].filter(
    (part) => part !== null,
  );
  const [first] = parts;
  if (first === undefined) return 'Nothing waits to be sent';
  const isOne = posts + documents + pictures === 1;
  return `${new Intl.ListFormat('en').format(parts)} ${isOne ? 'waits' : 'wait'} to be sent`;
}

const counted = (number: number, what: string) =>
  number === 0 ? null : `${number.toLocaleString('en-US')} ${what}${number === 1 ? '' : 's'}`;
