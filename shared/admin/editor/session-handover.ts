import type { OpenedDraft } from './open-draft.ts';
import { draftHoldName, holdName, waitForHold } from './post-hold.ts';
import type { SessionCore } from './session-core.ts';
import { savedBefore } from './session-notes.ts';
import { takeOver } from './session-others.ts';
import type { HandoverState } from './session-states.ts';

/** The channel on which the tabs of a browser ask each other for posts. */
const HOLD_CHANNEL = 'ninefold:holds';
/**
 * The longest time, in milliseconds, that a tab may take to answer a request: after that it is asleep, or its disk
 * refuses writes.
 */
const NO_ANSWER_MS = 5000;

/**
 * The time, in milliseconds, for which a tab that has given up a post does not try to take it again. A released lock is
 * free only a moment later, because the locks of a browser belong to another process: the tab that asked may have to
 * try again, and must not be overtaken.
 */
const GIVE_WAY_MS = 6000;

/**
 * How tabs pass a post on: a tab waits until the post is free, or asks for it, and the tab that has the post gives it.
 */
export interface Handover {
  /** Asks the tab that has the post to hand it over to this tab. */
  ask(): void;
  close(): void;
}

/** `opened`: the draft as this tab found it, held by this tab or not. */
export function createHandover(core: SessionCore, opened: Pick<OpenedDraft, 'release' | 'holdName'>): Handover {
  const { ports, draft, facts, holds, notes } = core;
  const channel = ports.openChannel(HOLD_CHANNEL);
  let waitedFor: string | null = null;
  let stopWaiting = () => {};
  let stopAsking = () => {};

  const setState = (state: HandoverState) => {
    stopAsking();
    facts.handover = state;
    core.tell();
  };
  function wait(name: string, firstTryMs?: number): void {
    waitedFor = name;
    const hold = (free: () => void) => {
      waitedFor = null;
      setState('not-asked');
      void takeOver(core, free);
    };
    stopWaiting = waitForHold(ports, name, hold, firstTryMs);
  }
  /** The names under which this tab holds its post. */
  const ownNames = () => {
    const base = draft.base();
    return [draftHoldName(draft.document.id), ...(base ? [holdName(base.postId)] : [])];
  };
  /**
   * Hands the post over to another tab. From here on nothing can be typed, and everything typed before is on the disk
   * before the hold is released.
   */
  async function give(name: string): Promise<void> {
    if (facts.save.kind === 'saving') await saveIsThrough(core);
    if (facts.isClosed || facts.save.kind === 'locked') return;
    core.dispatch({ type: 'lost-hold' });
    try {
      await draft.open.keep();
      await core.settled();
    } catch {
      // If this computer refuses the write, the post stays in this tab, where it can be typed and saved.
      const recorded = await savedBefore(ports.store, draft.document.id);
      core.dispatch({ type: 'got-hold', base: draft.base(), isUnsaved: draft.isUnsaved(), recorded });
      return;
    }
    notes.goOnFrom(null);
    holds.releaseAll();
    wait(name, GIVE_WAY_MS);
    channel.post({ given: name });
  }
  const stop = channel.listen((message) => {
    const { asked, given } = readMessage(message);
    if (asked !== undefined && waitedFor === null && ownNames().includes(asked)) void give(asked);
    if (given === undefined || given !== waitedFor || facts.handover !== 'asked') return;
    // Tried at once: the tab that has given up the post waits for it again.
    stopWaiting();
    wait(given, 0);
  });
  if (opened.release === null) wait(opened.holdName);

  return {
    ask() {
      if (waitedFor === null) return;
      setState('asked');
      stopAsking = ports.timers.after(NO_ANSWER_MS, () => setState('unanswered'));
      channel.post({ asked: waitedFor });
    },
    close() {
      stop();
      stopAsking();
      stopWaiting();
      channel.close();
    },
  };
}

function saveIsThrough({ store }: SessionCore): Promise<void> {
  return new Promise((resolve) => {
    const stop = store.subscribe(({ save }) => {
      if (save.kind === 'saving') return;
      stop();
      resolve();
    });
  });
}

/** Tabs of another version may send other messages: a message that is not understood is ignored. */
function readMessage(message: unknown): { asked?: string; given?: string } {
  if (typeof message !== 'object' || message === null) return {};
  const { asked, given } = message as Readonly<Record<string, unknown>>;
  return { ...(typeof asked === 'string' ? { asked } : {}), ...(typeof given === 'string' ? { given } : {}) };
}
