import type { Timers } from '#shared/kernel/timers.ts';
import type { Log } from '../log.ts';
import type { ChoiceFile } from '../servers/choice-file.ts';
import { UpdateRefused } from './feed.ts';
import type { UpdateChannel, UpdateChoice } from './update-choice.ts';
import type { UpdateSource } from './update-source.ts';
import type { Updater } from './updater.ts';

/** The questions and messages for the owner. */
export interface UpdateQuestions {
  /** Asks what to do with a downloaded version, while no work is in progress. */
  askReady(version: string): Promise<'restart' | 'at-quit' | 'later'>;
  tell(words: { message: string; detail: string }): void;
}

interface UpdatesOptions {
  /** Called at the first check. */
  source(): Promise<UpdateSource>;
  /** Called at the first check. */
  openUpdater(source: Extract<UpdateSource, { kind: 'feed' }>): Promise<Updater>;
  choice: ChoiceFile<UpdateChoice>;
  questions: UpdateQuestions;
  /** Whether a workflow is running, or words are unsaved: then nothing is asked and nothing is installed. */
  isBusy(): Promise<boolean>;
  /** Quits the app, which then calls `atQuit`. */
  quit(): void;
  timers: Timers;
  log: Log;
}

/**
 * Checks for newer versions of the app, downloads them in the background, and, if the owner agrees, installs them when
 * the app quits.
 */
export interface Updates {
  /** Begins to check automatically, if the owner allows it. */
  start(): void;
  /** Checks because the owner has asked, and tells the owner the result, whatever it is. */
  look(): Promise<void>;
  choice(): UpdateChoice;
  choose(choice: Partial<UpdateChoice>): void;
  /** Called when the app does not quit after all. */
  quitCalledOff(): void;
  /**
   * Installs the update, if the owner has agreed. Must be called when everything is closed. Returns true when the
   * installation then ends the app.
   * @param wasBusy whether words were unsaved or a workflow was running: then nothing is installed this time
   */
  atQuit(wasBusy: boolean): boolean;
}

/**
 * Milliseconds from the start to the first check, from one check to the next, and until a busy owner is asked again.
 */
const PAUSES = { first: 20_000, next: 6 * 3_600_000, busy: 5 * 60_000 };

type State =
  | { kind: 'nothing' }
  | { kind: 'at-work' }
  /** `wish` is null until the owner has answered. */
  | { kind: 'ready'; version: string; channel: UpdateChannel; wish: 'restart' | 'at-quit' | null };

export function createUpdates(options: UpdatesOptions): Updates {
  const { choice, questions, timers, log } = options;
  const source = once(options.source);
  const updater = createOpening(options.openUpdater);
  let state: State = { kind: 'nothing' };

  /** Finds and downloads a newer version. `tell` gets the messages for an owner who has asked. */
  async function fetchNewer(tell: UpdateQuestions['tell']): Promise<void> {
    const from = await source();
    if (from.kind === 'none') return tell({ message: 'Nothing to look for', detail: from.why });
    if (state.kind === 'at-work') return tell(BEING_FETCHED);
    const before = state;
    const { channel } = choice.get();
    state = { kind: 'at-work' };
    try {
      const port = await updater.open(from);
      const version = await port.find(channel);
      if (version === null) {
        state = { kind: 'nothing' };
        return tell({ message: 'Ninefold is up to date', detail: 'There is no newer version.' });
      }
      // This version is already downloaded, and the owner was asked about it.
      if (before.kind === 'ready' && before.version === version) {
        state = before;
        return;
      }
      tell({ message: `Ninefold ${version} is being fetched`, detail: 'You are asked before it is installed.' });
      await port.download();
      state = { kind: 'ready', version, channel, wish: null };
    } catch (error) {
      state = { kind: 'nothing' };
      log.warn('No update', error);
      tell(wordsFor(error));
    }
  }

  /** Asks about the downloaded version, once no work is in progress. */
  async function askWhenFree(): Promise<void> {
    if (state.kind !== 'ready' || state.wish !== null) return;
    const { version } = state;
    if (await options.isBusy()) return void timers.after(PAUSES.busy, () => void askWhenFree());
    const answer = await questions.askReady(version);
    if (state.kind !== 'ready' || state.version !== version || answer === 'later') return;
    state = { ...state, wish: answer };
    if (answer === 'restart') options.quit();
  }

  return {
    start: () =>
      againAndAgain(timers, () => {
        if (choice.get().isAutomatic) void fetchNewer(() => undefined).then(askWhenFree);
      }),
    async look() {
      await fetchNewer(questions.tell);
      await askWhenFree();
    },
    choice: choice.get,
    choose(changed) {
      const next = { ...choice.get(), ...changed };
      choice.set(next);
      // A version from another channel is no longer what the owner wants.
      if (state.kind === 'ready' && state.channel !== next.channel) state = { kind: 'nothing' };
    },
    quitCalledOff() {
      if (state.kind === 'ready' && state.wish === 'restart') state = { ...state, wish: 'at-quit' };
    },
    atQuit(wasBusy) {
      const opened = updater.opened();
      if (state.kind !== 'ready' || state.wish === null || opened === null) return false;
      if (wasBusy) {
        log.info(`Ninefold ${state.version} is not installed: something was under way when the app quit`);
        return false;
      }
      log.info(`Ninefold ${state.version} is installed`);
      return opened.install(state.wish === 'restart');
    },
  };
}

function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | null = null;
  return () => {
    asked ??= ask();
    return asked;
  };
}

/** Calls `run` after the first pause, and after each further pause. */
function againAndAgain(timers: Timers, run: () => void): void {
  const next = (milliseconds: number) => {
    timers.after(milliseconds, () => {
      next(PAUSES.next);
      run();
    });
  };
  next(PAUSES.first);
}

type Feed = Extract<UpdateSource, { kind: 'feed' }>;

/** Opens the updater once, at the first check. */
function createOpening(openUpdater: UpdatesOptions['openUpdater']) {
  let opening: Promise<Updater> | null = null;
  let opened: Updater | null = null;
  return {
    async open(feed: Feed): Promise<Updater> {
      opening ??= openUpdater(feed);
      opened = await opening;
      return opened;
    },
    opened: () => opened,
  };
}

const BEING_FETCHED = { message: 'An update is being fetched', detail: 'You are asked before it is installed.' };

function wordsFor(error: unknown): { message: string; detail: string } {
  if (error instanceof UpdateRefused || isChecksumFault(error)) {
    return {
      message: 'The update was refused',
      detail:
        'What was offered is not what whoever made this app has signed. Nothing was changed. If it stays so, get the new ' +
        'version from where you got this one.',
    };
  }
  return {
    message: 'Updates cannot be reached',
    detail: 'Nothing was changed. Look again when the network is there.',
  };
}

const isChecksumFault = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_CHECKSUM_MISMATCH';
