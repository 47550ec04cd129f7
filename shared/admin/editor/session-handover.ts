import type { OpenedDraft } from './open-draft.ts';
import { draftHoldName, holdName, waitForHold } from './post-hold.ts';
import type { SessionCore } from './session-core.ts';
import { savedBefore } from './session-notes.ts';
import { takeOver } from './session-others.ts';
import type { HandoverState } from './session-states.ts';

/** Where the tabs of a browser ask each other for posts. */
const HOLD_CHANNEL = 'ninefold:holds';
/** So long a tab that is asked may take: after that it is asleep, or its disk takes nothing. */
const NO_ANSWER_MS = 5000;

/**
 * So long a tab that has given a post leaves it to the one that asked. What it lets go of is free a moment later, for the
 * locks of a browser are another process's: whoever asked may have to try again, and must not come second.
 */
const GIVE_WAY_MS = 6000;

/** How tabs pass on a post: one waits for it until it is free, or asks for it, and the one that has it gives it. */
export interface Handover {
  /** Asks the tab that has the post to give it here. */
  ask(): void;
  close(): void;
}

/** `opened`: the draft as this tab has found it, held or not. */
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
  /** The names under which this tab has its post. */
  const ownNames = () => {
    const base = draft.base();
    return [draftHoldName(draft.document.id), ...(base ? [holdName(base.postId)] : [])];
  };
  /** Lets go of the post for another tab: no word is typed from here on, and all that was is on the disk before. */
  async function give(name: string): Promise<void> {
    if (facts.save.kind === 'saving') await saveIsThrough(core);
    if (facts.isClosed || facts.save.kind === 'locked') return;
    core.dispatch({ type: 'lost-hold' });
    try {
      await draft.open.keep();
      await core.settled();
    } catch {
      // What this computer does not take stays where it can be typed and saved.
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
    // At once: the tab that has given it waits for it again.
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

/** Tabs of another version may speak otherwise: what is not understood says nothing. */
function readMessage(message: unknown): { asked?: string; given?: string } {
  if (typeof message !== 'object' || message === null) return {};
  const { asked, given } = message as Readonly<Record<string, unknown>>;
  return { ...(typeof asked === 'string' ? { asked } : {}), ...(typeof given === 'string' ? { given } : {}) };
}
