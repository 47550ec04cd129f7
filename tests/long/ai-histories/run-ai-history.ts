import { setTimeout as wait } from 'node:timers/promises';
import { cancelChat } from '#shared/contract/ai.ts';
import { defaultChainForm } from '#shared/workflow/chain-form.ts';
import { draftsOf } from '#shared/workflow/drafts/test-drafts.ts';
import { noCodex } from '#shared/workflow/prompt-codex.ts';
import { DEFAULT_PROMPTS } from '#shared/workflow/prompts/default-prompts.ts';
import { newRun, outputOf } from '#shared/workflow/run.ts';
import { transition } from '#shared/workflow/run-engine.ts';
import { reopened } from '#shared/workflow/run-holding.ts';
import { type RunRecord, readRun, runRecord } from '#shared/workflow/run-record.ts';
import type { Run, RunEffect, RunEvent, RunWorld } from '#shared/workflow/run-states.ts';
import { WORKFLOW_STEPS } from '#shared/workflow/steps.ts';
import { shippedIds, stepAt } from '#shared/workflow/testing/step-at.ts';
import type { BookedCall } from '#tests/ai-stub/built-server.ts';
import type { Stage } from '../open-stage.ts';
import { listen } from './listen.ts';
import { Mailbox } from './mailbox.ts';
import type { HistoryPlan, Trouble } from './plan-ai-history.ts';

/** The traces that a history has left everywhere. */
export interface HistoryResult {
  run: Run;
  outputs: readonly (string | null)[];
  /** The drafts that were made, by their names, and how often each was made. */
  drafts: ReadonlyMap<string, string>;
  /** The keys under which the post was created. */
  posts: readonly string[];
  /** The server's records of the calls. */
  calls: readonly BookedCall[];
  /** The keys of the calls that were in progress when a server died. */
  died: ReadonlySet<string>;
  /** The requests to the provider. */
  asked: readonly { step: number | null; end: string }[];
  /** The number of troubles that happened; a trouble whose moment never came did not. */
  troubles: number;
}

export interface HistoryStage extends Stage {
  /** The outputs of the undisturbed run, used to know how much of an answer has arrived; empty during that run. */
  whole: readonly (string | null)[];
}

const form = { ...defaultChainForm('https://blog.example'), targetMarket: 'Women over 30 in St. Pete' };
/** A step that is silent for this time will stay silent. */
const PATIENCE = 60_000;
const SILENCE = 'hang-midway';
/** The milliseconds between two words, for a history at real speed. */
const REAL_DELAY = 15;

type Item = RunEvent | { readonly type: 'trouble'; readonly trouble: Trouble };

/**
 * A page that drives a run from Run All Steps to its end with the real engine, against the real server and the stand-in
 * provider, while server and page die as planned. Its disk is a string, and its clock is its own unless it runs at real
 * speed.
 */
export async function runHistory(stage: HistoryStage, plan: HistoryPlan): Promise<HistoryResult> {
  const { server, stub, whole } = stage;
  const runId = `history-${plan.number}`;
  stub.reset();
  if (plan.isAtRealSpeed) stub.setDelay(REAL_DELAY);

  let now = plan.isAtRealSpeed ? Date.now() : 1_800_000_000_000 + plan.number * 86_400_000;
  let disk: string | null = null;
  let run = newRun(runId, form, WORKFLOW_STEPS);
  let page = new AbortController();
  let troubles = 0;
  let soon = 0;
  let silences = 0;
  const left = new Set(plan.troubles);
  const mail = new Mailbox<Item>();
  const drafts = new Map<string, string>();
  const posts: string[] = [];
  const died = new Set<string>();
  const world = (): RunWorld => ({
    now: plan.isAtRealSpeed ? Date.now() : now,
    promptOf: (step) => new Map(Object.entries(DEFAULT_PROMPTS)).get(step) ?? null,
    versionOf: () => 0,
    codexOf: () => noCodex,
    isAutoPublish: true,
  });

  function send(event: RunEvent): void {
    const { run: next, effects } = transition(run, event, world());
    run = next;
    for (const effect of effects) perform(effect);
  }

  function perform(effect: RunEffect): void {
    switch (effect.type) {
      case 'keep':
        disk = JSON.stringify(runRecord(run));
        break;
      case 'keep-soon':
        // The write is at most half a second late: a crash may come before it.
        soon += 1;
        if (soon % 2 === 0) disk = JSON.stringify(runRecord(run));
        break;
      case 'call':
        ask(effect);
        break;
      case 'cancel':
        // The run continues from the engine's own state, whether the server receives this or not.
        server.client.call(cancelChat, { params: { key: effect.key } }).catch(() => undefined);
        break;
      case 'wait':
        later(effect.ms, { type: 'due' });
        break;
      case 'make-drafts':
        for (const draft of draftsOf(outputOf(run, effect.step) ?? '', effect.source)) {
          const made = JSON.stringify(draft);
          if ((drafts.get(draft.id) ?? made) !== made) throw new Error(`The draft ${draft.id} was made twice.`);
          drafts.set(draft.id, made);
        }
        break;
      case 'submit-post':
        posts.push(effect.key);
        break;
      default:
        break;
    }
  }

  /** Puts an event into the mailbox when its time has come; with the history's own clock that is at once. */
  function later(ms: number, item: Item): void {
    const { signal } = page;
    if (!plan.isAtRealSpeed && item.type === 'due') {
      now += ms;
      mail.put(item);
      return;
    }
    wait(ms, undefined, { signal }).then(
      () => mail.put(item),
      () => undefined,
    );
  }

  function ask(call: Extract<RunEffect, { type: 'call' }>): void {
    const isSilent = [...left].some(({ step, moment }) => stepAt(step) === call.step && moment.at === 'silence');
    const met = stub.log.entries.filter(({ fault }) => fault === SILENCE).length;
    // A trouble that no call has met yet, because the server died before the call was made, is left for the next call.
    if (isSilent && !call.isRejoin && met === silences) {
      stub.plan(SILENCE);
      silences += 1;
    }
    for (const each of left) {
      if (stepAt(each.step) === call.step && each.moment.at === 'asked') {
        later(each.moment.afterMs, { type: 'trouble', trouble: each });
      }
    }
    void listen(server.client, call, { runId, signal: page.signal, tell: (event) => mail.put(event) });
  }

  /** Returns the trouble whose moment is this event. */
  function troubleAt(item: Item): Trouble | undefined {
    if (item.type === 'trouble') return left.has(item.trouble) ? item.trouble : undefined;
    const { state } = run;
    const step = state.kind === 'running' || state.kind === 'waiting' ? state.step : null;
    return [...left].find(({ step: planned, moment }) => {
      if (stepAt(planned) !== step) return false;
      if (moment.at === 'pause') return item.type === 'due' && state.kind === 'waiting';
      if (moment.at === 'answered') return item.type === 'answered';
      if (item.type !== 'progress') return false;
      const full = whole[planned - 1]?.length ?? 0;
      if (moment.at === 'share') return item.output.length >= moment.share * full;
      // In silence, the stand-in sends twenty words and no more.
      return moment.at === 'silence' && item.output.split(/\s+/).length >= 19;
    });
  }

  async function happen(trouble: Trouble): Promise<void> {
    left.delete(trouble);
    troubles += 1;
    if (trouble.dies !== 'page') {
      await server.kill();
      for (const { state, key } of server.callsOf(runId)) if (state === 'running') died.add(key);
      if (trouble.isBackAtOnce) await server.start();
    }
    if (trouble.dies !== 'server') crash();
  }

  /** The page is lost, with everything in its memory; the next page starts from its disk. */
  function crash(): void {
    page.abort();
    page = new AbortController();
    mail.clear();
    const stored = disk === null ? null : (JSON.parse(disk) as RunRecord);
    const texts = new Map(Object.entries(stored?.texts ?? {}));
    const read = stored && readRun({ fields: stored.fields, text: (name) => texts.get(name) ?? '' }, WORKFLOW_STEPS);
    run = reopened(read ?? newRun(runId, form, WORKFLOW_STEPS), false);
  }

  try {
    while (run.state.kind !== 'done') {
      const { kind } = run.state;
      if (kind === 'idle' || kind === 'stopped') send({ type: 'run-all', form, runId: `${runId}-next` });
      else if (kind === 'failed') throw new Error(`Step ${run.state.step} failed: ${run.state.fault.message}`);
      else if (kind === 'interrupted') send({ type: 'resume' });
      else if (kind === 'offline') {
        await server.start();
        send({ type: 'online' });
      } else {
        const item = await mail.take(PATIENCE);
        const trouble = troubleAt(item);
        if (trouble) await happen(trouble);
        // The page has not handled what arrived just before it died.
        if (item.type !== 'trouble' && trouble?.dies !== 'page' && trouble?.dies !== 'both') send(item);
      }
    }
  } finally {
    page.abort();
    await server.start();
  }
  return {
    run,
    outputs: shippedIds.map((step) => outputOf(run, step)),
    drafts,
    posts,
    calls: server.callsOf(runId),
    died,
    asked: stub.log.entries.map(({ step, end }) => ({ step, end })),
    troubles,
  };
}
