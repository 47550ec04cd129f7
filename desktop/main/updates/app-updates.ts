import type { Timers } from '#shared/kernel/timers.ts';
import type { Log } from '../log.ts';
import type { ChoiceFile } from '../servers/choice-file.ts';
import { UpdateRefused } from './feed.ts';
import type { UpdateChannel, UpdateChoice } from './update-choice.ts';
import type { UpdateSource } from './update-source.ts';
import type { Updater } from './updater.ts';

/** What the owner is asked and told. */
export interface UpdateQuestions {
  /** A version is on this computer, and nothing is under way. */
  askReady(version: string): Promise<'restart' | 'at-quit' | 'later'>;
  tell(words: { message: string; detail: string }): void;
}

interface UpdatesOptions {
  /** Asked at the first look. */
  source(): Promise<UpdateSource>;
  /** Opened at the first look. */
  openUpdater(source: Extract<UpdateSource, { kind: 'feed' }>): Promise<Updater>;
  choice: ChoiceFile<UpdateChoice>;
  questions: UpdateQuestions;
  /** A workflow is under way, or words are unsaved: nothing is asked and nothing installed. */
  isBusy(): Promise<boolean>;
  /** Quits the app, which then calls `atQuit`. */
  quit(): void;
  timers: Timers;
  log: Log;
}

/** Looks for newer versions of the app, fetches them in the background, and installs what the owner wants when the app quits. */
export interface Updates {
  /** Begins to look by itself, where the owner lets it. */
  start(): void;
  /** The owner asks: what comes of it is told, whatever it is. */
  look(): Promise<void>;
  choice(): UpdateChoice;
  choose(choice: Partial<UpdateChoice>): void;
  /** The app does not quit after all. */
  quitCalledOff(): void;
  /**
   * To be called when everything is closed. Installs, where the owner has said so; true where the app is then ended by that.
   * @param wasBusy words were unsaved, or a workflow was under way: then nothing is installed this time
   */
  atQuit(wasBusy: boolean): boolean;
}

/** Milliseconds after a start, from one look to the next, and until a busy owner is tried again. */
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

  /** Finds and fetches. `tell` hears what an owner who has asked is told. */
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
      // The version that is on this computer already: the owner was asked about it.
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

  /** Asks about what is ready, once nothing is under way. */
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
      // What another channel gave is not what the owner wants now.
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

/** Runs after the first pause, and from then on after each. */
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

/** Opens the updater once, at the first look. */
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
