import type { PromptCodex } from '#shared/workflow/prompt-codex.ts';
import { composePrompt, countingAttempt } from '#shared/workflow/run.ts';
import type { Run } from '#shared/workflow/run-states.ts';
import type { StepId, StepList } from '#shared/workflow/steps.ts';
import { errorText } from '../../error-text.ts';
import type { ActionContext } from '../runs/action-context.ts';
import { errorNotice } from '../runs/page-signals.ts';
import { findRun, listRuns } from '../runs/run-list.ts';
import type { RunSession } from '../runs/run-session.ts';
import { type ChangeReplay, createReplayBuying } from './replay-buying.ts';
import {
  type Better,
  isReplayDocument,
  type Replay,
  type ReplayItem,
  replayDocumentId,
  replayIn,
  writeBetter,
  writeItem,
  writeReplay,
} from './replay-document.ts';

/** The largest number of runs on which a prompt can be tried at once. */
const MOST_REPLAYED = 10;
/** The number of replays of each step that are kept; the oldest is deleted. */
const MOST_KEPT = 20;

/** Returns the owner's actions that try a prompt on the inputs of past runs. */
export function replayActions(context: ActionContext) {
  const { ports, page, get, set, whenOpen } = context;
  let isFollowing = false;
  /** Loads the replays, and from then on shows what other windows and devices write. */
  async function load(session: RunSession): Promise<void> {
    const { documents } = session;
    if (!isFollowing) {
      isFollowing = true;
      documents.onForeign(({ id }) => {
        if (isReplayDocument(id)) void load(session).catch(() => undefined);
      });
    }
    set({ replays: await replaysIn(documents) });
  }
  const orTell = (work: (session: RunSession) => Promise<void>) =>
    whenOpen((session) => work(session).catch((error: unknown) => page.notice(errorNotice(errorText(error)))));

  /** Changes a replay, writes it to the disk and shows it. Throws NotKeptError. */
  const change: ChangeReplay = async (session, id, run) => {
    const document = await session.documents.open('preferences', replayDocumentId(id));
    run(document);
    await session.documents.keep(document);
    const replay = replayIn(document);
    if (replay) set({ replays: get().replays.map((each) => (each.id === id ? replay : each)) });
  };
  const { itemsOf, buyAll } = createReplayBuying(context, change);

  return {
    loadReplays: () => orTell(load),
    /** Counts the runs that have an output of the step, up to `MOST_REPLAYED`. */
    countTriable: (step: StepId) => orTell((session) => countTriable(context, session, step)),
    /** Tries a prompt on the last runs that have an output of the step, newest first. */
    startReplay: (step: StepId, template: string, count: number) =>
      orTell(async (session) => {
        const { documents } = session;
        const items = await itemsFor(session, {
          step,
          template,
          count,
          steps: ports.steps,
          unique: () => ports.uniqueId(),
        });
        if (items.length === 0) {
          page.notice(errorNotice('No run on this computer has an output of this step yet.', 'Nothing to try it on'));
          return;
        }
        const replay: Replay = { id: ports.uniqueId(), step, template, madeAt: ports.clock.now(), items };
        const document = await documents.open('preferences', replayDocumentId(replay.id));
        writeReplay(document, replay);
        await documents.keep(document);
        set({ replays: [replay, ...get().replays] });
        for (const old of get()
          .replays.filter((each) => each.step === step)
          .slice(MOST_KEPT))
          await remove(session, old.id);
        await buyAll(session, replay.id);
      }),
    /** Continues with the items that were not bought, and with those that failed, under new keys. */
    continueReplay: (id: string) =>
      orTell(async (session) => {
        const failed = itemsOf(id).filter(({ fault }) => fault !== null);
        if (failed.length > 0) {
          await change(session, id, (document) => {
            for (const item of failed) writeItem(document, { ...item, fault: null, key: ports.uniqueId() });
          });
        }
        await buyAll(session, id);
      }),
    markReplay: (id: string, runId: string, better: Better | null) =>
      orTell((session) => change(session, id, (document) => writeBetter(document, runId, better))),
    deleteReplay: (id: string) => orTell((session) => remove(session, id)),
  };

  async function remove({ documents }: RunSession, id: string): Promise<void> {
    const document = await documents.open('preferences', replayDocumentId(id));
    set({ replays: get().replays.filter((each) => each.id !== id) });
    await documents.remove(document);
  }
}

/** Returns the replays, newest first. */
async function replaysIn(documents: RunSession['documents']): Promise<Replay[]> {
  const found: Replay[] = [];
  for (const id of await documents.list('preferences')) {
    if (!isReplayDocument(id)) continue;
    const replay = replayIn(await documents.open('preferences', id));
    if (replay) found.push(replay);
  }
  return found.sort((a, b) => b.madeAt - a.madeAt);
}

async function countTriable(
  { ports, get, set }: ActionContext,
  { documents }: RunSession,
  step: StepId,
): Promise<void> {
  let count = 0;
  for (const { summary } of await listRuns(documents, ports.steps)) {
    if (count === MOST_REPLAYED) break;
    const run = await findRun(documents, summary.id, ports.steps);
    if (run && countingAttempt(run, step)) count += 1;
  }
  set({ triable: { ...get().triable, [step]: count } });
}

interface Wanted {
  readonly step: StepId;
  readonly template: string;
  readonly count: number;
  readonly steps: StepList;
  readonly unique: () => string;
}

async function itemsFor({ documents, codices }: RunSession, wanted: Wanted): Promise<ReplayItem[]> {
  const { count, steps } = wanted;
  const items: ReplayItem[] = [];
  for (const { summary } of await listRuns(documents, steps)) {
    if (items.length === Math.min(count, MOST_REPLAYED)) break;
    const run = await findRun(documents, summary.id, steps);
    // The current codex is used, as a run of today would use it.
    const item = run && itemOfRun(run, wanted, codices.codexOf(run.form.category));
    if (item) items.push(item);
  }
  return items;
}

/** Returns the item of a run; null for a run without an output of the step, or whose prompt cannot be filled. */
function itemOfRun(run: Run, { step, template, unique }: Wanted, codex: PromptCodex): ReplayItem | null {
  const attempt = countingAttempt(run, step);
  if (!attempt) return null;
  const { prompt, faults } = composePrompt(run, step, template, codex);
  if (faults.length > 0) return null;
  const { output, usage, ranMs, sent } = attempt;
  return {
    ...{ runId: run.id, market: run.form.targetMarket, prompt, key: unique() },
    old: { text: output, costUsd: usage?.costUsd ?? null, ms: ranMs },
    oldTemplate: sent?.template ?? null,
    ...{ fresh: null, fault: null, better: null },
  };
}
