import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { getPendingChange, keepPendingChange } from '#shared/contract/posts/pending.ts';
import { updatePost } from '#shared/contract/posts/posts-admin.ts';
import { type Question, useConfirm } from '#shared/ui/confirm.tsx';
import { useToast } from '#shared/ui/toast.tsx';
import type { JsonValue } from '#shared/workspace/json.ts';
import { dateAndTime } from '../../dates.ts';
import { redOfPending, redOfStored } from '../../judge-post.ts';
import type { AdminPorts } from '../../ports.ts';
import { usePorts } from '../../ports-context.tsx';
import { queryKeys } from '../../query-client.ts';
import { useAction } from '../../use-action.ts';
import { doOrWait } from '../../waiting/index.ts';
import { publishQuestion } from '../post-form/judging/publish-question.tsx';
import { refreshes } from '../use-post-actions.ts';
import { timeOfDay } from './days.ts';
import type { Entry } from './entries.ts';
import { entryId } from './entry-line.tsx';
import { planMove } from './plan-move.ts';
import { RedInQuestion } from './red-in-question.tsx';

/** The time, in milliseconds, during which a move can be undone. */
const UNDO_MS = 10_000;
/** The key that stores the time of day at which a draft without a date is scheduled. */
const TIME_KEY = 'adminTimeOfDay';
const FIRST_TIME = '09:00';

interface Move {
  entry: Entry;
  /** The new time; null removes the date. */
  at: string | null;
  published: boolean;
  isUndo?: boolean;
}

/** Moves lines of the calendar to other times. Each move is a save of the version that was shown, and can be undone. */
export function useMove() {
  const { clock, localStorage } = usePorts();
  const confirm = useConfirm();
  const toast = useToast();
  const queryClient = useQueryClient();
  const [undo, setUndo] = useUndo();
  const { looked, mayGoLive, done } = useLook();
  const action = useAction({
    name: 'post_moved',
    async run(ports, move: Move) {
      try {
        return await saved(ports, move);
      } catch (error) {
        // The post may have changed: the next try is made on its current version.
        void queryClient.invalidateQueries({ queryKey: queryKeys.posts });
        throw error;
      }
    },
    refreshes,
    failure: 'Not moved',
    onSuccess(version, { entry, at, isUndo }) {
      if (isUndo) return toast({ title: 'As it was before' });
      if (at !== null) localStorage.set(TIME_KEY, timeOfDay(at));
      setUndo({
        entry: withVersion(entry, version),
        at: entry.at,
        published: entry.post.published,
        isUndo: true,
        to: at,
      });
    },
  });

  return {
    /** The line that is being moved, at its new time; null when there is none. */
    moving:
      action.isPending && action.variables.at !== null
        ? { ...action.variables.entry, at: action.variables.at }
        : looked,
    undo,
    /** Undoes the move. Settles when this is done or refused; a refusal is reported. */
    async takeBack(): Promise<void> {
      if (undo === null) return;
      setUndo(null);
      await action.mutateAsync(undo).catch(() => undefined);
    },
    timeFor: ({ at }: Entry) => at ?? (localStorage.get(TIME_KEY) || FIRST_TIME),
    /** Moves a line, after a question if one is needed. Resolves to whether the move was sent. */
    async move(entry: Entry, at: string): Promise<boolean> {
      const plan = planMove(entry, at, clock.now());
      if (plan.kind === 'refused') toast({ title: 'Not moved', description: plan.reason, variant: 'destructive' });
      if (plan.kind !== 'move') return false;
      const question = plan.question && (plan.publishes ? withRed(plan.question, entry) : plan.question);
      if (question && !(await confirm(question))) return false;
      if (plan.publishes === 'later' && !(await mayGoLive(entry, at))) return false;
      setUndo(null);
      action.mutate({ entry, at, published: true }, { onSettled: done });
      return true;
    },
    describe: ({ entry, to }: Undo) => `${entry.post.title}: ${to === null ? 'no date' : dateAndTime(to)}`,
  };
}

/** Returns the question before a post goes live at once, with the findings against publishing. */
function withRed(question: Question, { post }: Entry): Question {
  return { ...question, description: <RedInQuestion post={post}>{question.description}</RedInQuestion> };
}

/** Judges a post that is to go live at a later time, and asks the owner if findings stand against publishing. */
function useLook() {
  const { api } = usePorts();
  const confirm = useConfirm();
  const [looked, setLooked] = useState<Entry | null>(null);
  const done = () => setLooked(null);
  return {
    /** The line that is being judged, at its new place, where it keeps the focus. */
    looked,
    async mayGoLive(entry: Entry, at: string): Promise<boolean> {
      setLooked({ ...entry, at });
      const { kind, post } = entry;
      const red = await (kind === 'change' ? redOfPending(api, post.id) : redOfStored(api, post));
      if (red.length === 0) return true;
      // The window that asked for the time may have returned the focus. The question later restores the focus of this
      // moment, so the line must have it.
      document.getElementById(entryId('calendar', entry.key))?.focus();
      const isFine = await confirm({ ...publishQuestion(red), ...letItGoLive });
      if (!isFine) done();
      return isFine;
    },
    done,
  };
}

const letItGoLive = { title: 'Let this go live as it is?', confirm: 'Schedule anyway' };

interface Undo extends Move {
  /** The time to which the line was moved. */
  to: string | null;
}

/** Keeps the move that can be undone, for ten seconds. */
function useUndo() {
  const [undo, setUndo] = useState<Undo | null>(null);
  useEffect(() => {
    if (undo === null) return;
    const timer = setTimeout(() => setUndo(null), UNDO_MS);
    return () => clearTimeout(timer);
  }, [undo]);
  return [undo, setUndo] as const;
}

/**
 * Saves a move. Returns the new version of the post, or of its change. Throws WaitsError when the save is stored to be
 * sent later.
 */
async function saved(ports: AdminPorts, { entry: { kind, post }, at, published }: Move): Promise<number> {
  const { api } = ports;
  const { id: postId, title, version } = post;
  const params = { id: postId };
  if (kind !== 'change') {
    const fields = { published, publishedAt: at };
    const before = { published: post.published, publishedAt: post.publishedAt };
    const action = { type: 'change', version, fields, before } as const;
    const body = { version, ...fields };
    return (await doOrWait(ports, { postId, title, action }, () => api.call(updatePost, { params, body }))).version;
  }
  // The words of a change are on the server: when they cannot be fetched, the change cannot get another time either.
  const { fields, baseVersion } = await api.call(getPendingChange, { params });
  const body = {
    ...fields,
    ...{ title: fields.title ?? title, version: baseVersion, dueAt: at, pendingVersion: post.pending?.version ?? 0 },
  };
  const stored = JSON.parse(JSON.stringify(body)) as Record<string, JsonValue>;
  const action = { type: 'keep-pending', body: stored, dueAt: at } as const;
  return (await doOrWait(ports, { postId, title, action }, () => api.call(keepPendingChange, { params, body })))
    .version;
}

function withVersion(entry: Entry, version: number): Entry {
  const { post } = entry;
  const { dueAt = null, problem = null } = post.pending ?? {};
  if (entry.kind !== 'change') return { ...entry, post: { ...post, version } };
  return { ...entry, post: { ...post, pending: { version, dueAt, problem } } };
}
