import type { ChainForm } from '../chain-form.ts';
import { newRun, outputOf, stepIds } from '../run.ts';
import { transition } from '../run-engine.ts';
import { reopened } from '../run-holding.ts';
import { readRun, runRecord } from '../run-record.ts';
import type { Run, RunEffect, RunEvent, RunFault, RunWorld } from '../run-states.ts';
import { type StepId, type StepList, WORKFLOW_STEPS } from '../steps.ts';

/** One purchase at the simulated provider. `isLost`: it failed, was cancelled, or the server died in it. */
export interface Purchase {
  readonly key: string;
  readonly step: StepId;
  isLost: boolean;
}

export interface SimulatedRun {
  readonly run: Run;
  readonly purchases: readonly Purchase[];
  readonly outputs: readonly (string | null)[];
  /** Sources drafts were made of, each once. */
  readonly draftSources: readonly string[];
  readonly posts: readonly string[];
  readonly crashes: number;
  readonly simulatedMs: number;
}

interface Call {
  readonly purchase: Purchase;
  readonly prompt: string;
  readonly startedAt: number;
  readonly takesMs: number;
  state: 'in-flight' | 'done' | 'failed';
}

const form: ChainForm = {
  targetMarket: 'Gardeners',
  productApp: 'Can',
  productAppFunction: 'Waters',
  productAppUrl: '',
};
const promptOf = (step: StepId) =>
  `Step ${step} for {{targetMarket}}: {{buyerAvatar}} {{problemGoalBenefit}} {{finalTitles}} {{postOutlines}} {{draftBlogs}}`;
const providerFault: RunFault = { code: 'ai_provider_failed', message: 'The AI provider could not answer.' };
const MAX_TURNS = 20_000;

/**
 * A run from Run All Steps to its end against a simulated disk, network, server and provider, on a clock of its own.
 * `random` gives numbers from 0 to 1; `trouble` is the share of moments at which something breaks: page, server, network,
 * session, provider, or the owner's patience. `chain` are the steps it goes through.
 */
export function simulateRun(random: () => number, trouble: number, chain: StepList = WORKFLOW_STEPS): SimulatedRun {
  let now = 1_700_000_000_000;
  const startedAt = now;
  let disk: string | null = null;
  let run = newRun('run', form, chain);
  let dueAt: number | null = null;
  let listening: string | null = null;
  let networkBackAt: number | null = null;
  let sessionBackAt: number | null = null;
  let pendingKeep = false;
  let crashes = 0;
  const calls = new Map<string, Call>();
  const purchases: Purchase[] = [];
  const sources = new Set<string>();
  const posts = new Set<string>();
  const world = (): RunWorld => ({ now, promptOf, isAutoPublish: true });
  const breaks = () => random() < trouble;

  class PageCrash extends Error {}

  const send = (event: RunEvent): void => {
    const result = transition(run, event, world());
    run = result.run;
    for (const effect of result.effects) {
      // A crash can come between any two effects, and before the first.
      if (random() < trouble / 20) throw new PageCrash();
      perform(effect);
    }
  };

  const write = () => {
    disk = JSON.stringify(runRecord(run));
    pendingKeep = false;
  };

  function perform(effect: RunEffect): void {
    switch (effect.type) {
      case 'keep':
        write();
        break;
      case 'keep-soon':
        pendingKeep = true;
        break;
      case 'call':
        ask(effect.key, effect.step, effect.prompt);
        break;
      case 'cancel': {
        if (listening === effect.key) listening = null;
        const call = calls.get(effect.key);
        if (networkBackAt === null && call?.state === 'in-flight') lose(call);
        break;
      }
      case 'hang-up':
        listening = null;
        break;
      case 'wait':
        dueAt = now + effect.ms;
        break;
      case 'make-drafts':
        sources.add(effect.source);
        break;
      case 'submit-post':
        posts.add(effect.key);
        break;
      default:
        break;
    }
  }

  function lose(call: Call): void {
    call.state = 'failed';
    call.purchase.isLost = true;
  }

  function ask(key: string, step: StepId, prompt: string): void {
    listening = key;
    const known = calls.get(key);
    if (networkBackAt !== null) hear({ type: 'no-answer', key });
    else if (sessionBackAt !== null) hear({ type: 'unauthorized', key });
    else if (known === undefined) buy(key, step, prompt);
    else if (known.prompt !== prompt) throw new Error('The same key came with another prompt.');
  }

  function buy(key: string, step: StepId, prompt: string): void {
    const purchase = { key, step, isLost: false };
    purchases.push(purchase);
    calls.set(key, {
      purchase,
      prompt,
      startedAt: now,
      takesMs: 500 + Math.floor(random() * 8000),
      state: 'in-flight',
    });
  }

  function hear(event: RunEvent): void {
    listening = null;
    send(event);
  }

  function serverWorks(): void {
    for (const call of calls.values()) {
      if (call.state === 'in-flight' && now >= call.startedAt + call.takesMs) call.state = 'done';
    }
  }

  function pageListens(): void {
    const key = listening;
    const call = key === null ? undefined : calls.get(key);
    if (key === null || !call || networkBackAt !== null) return;
    const output = answerTo(call.purchase.step, call.prompt);
    if (call.state === 'done') {
      hear({ type: 'answered', key, output, usage: null, finishReason: 'stop' });
    } else if (call.state === 'failed') {
      hear({ type: 'refused', key, fault: providerFault });
    } else {
      const share = (now - call.startedAt) / call.takesMs;
      send({ type: 'progress', key, output: output.slice(0, Math.floor(output.length * share)) });
    }
  }

  function somethingBreaks(): void {
    const inFlight = [...calls.values()].filter((call) => call.state === 'in-flight');
    const kind = Math.floor(random() * 6);
    if (kind === 0) throw new PageCrash();
    if (kind === 1) {
      // The server dies: what was under way counts as failed, and nobody answers for a while.
      inFlight.forEach(lose);
      networkBackAt ??= now + random() * 4000;
    }
    if (kind === 2) networkBackAt ??= now + random() * 4000;
    if (kind === 3) sessionBackAt ??= now + random() * 4000;
    if (kind === 4) inFlight.forEach(lose);
    if ((kind === 1 || kind === 2) && listening !== null) hear({ type: 'no-answer', key: listening });
    if (kind === 5) send({ type: 'stop' });
  }

  function ownerActs(): void {
    if (networkBackAt !== null && now >= networkBackAt) {
      networkBackAt = null;
      send({ type: 'online' });
    }
    if (sessionBackAt !== null && now >= sessionBackAt) {
      sessionBackAt = null;
      send({ type: 'signed-in' });
    }
    const { kind } = run.state;
    const asks = kind === 'idle' || kind === 'stopped' || kind === 'failed';
    if (asks && networkBackAt === null && random() < 0.3) send({ type: 'run-all', form, runId: 'next' });
  }

  function reload(): void {
    crashes += 1;
    listening = null;
    dueAt = null;
    pendingKeep = false;
    now += Math.floor(random() * 60_000);
    const stored = disk === null ? null : (JSON.parse(disk) as ReturnType<typeof runRecord>);
    const texts = new Map(Object.entries(stored?.texts ?? {}));
    const read = stored && readRun({ fields: stored.fields, text: (name) => texts.get(name) ?? '' }, chain);
    run = reopened(read ?? newRun('run', form, chain), false);
  }

  for (let turn = 0; run.state.kind !== 'done' && turn < MAX_TURNS; turn += 1) {
    now += 20 + Math.floor(random() * 300);
    try {
      if (run.state.kind === 'interrupted') send({ type: 'resume' });
      serverWorks();
      if (breaks()) somethingBreaks();
      pageListens();
      if (dueAt !== null && now >= dueAt) {
        dueAt = null;
        send({ type: 'due' });
      }
      ownerActs();
      if (pendingKeep && random() < 0.5) write();
    } catch (error) {
      if (!(error instanceof PageCrash)) throw error;
      reload();
    }
  }
  return {
    run,
    purchases,
    outputs: stepIds(run).map((step) => outputOf(run, step)),
    draftSources: [...sources],
    posts: [...posts],
    crashes,
    simulatedMs: now - startedAt,
  };
}

/** What the provider answers: the same to the same prompt. */
function answerTo(step: StepId, prompt: string): string {
  let hash = 5381;
  for (let at = 0; at < prompt.length; at += 1) hash = (hash * 33 + prompt.charCodeAt(at)) % 4_294_967_291;
  return `Output of step ${step} (${hash.toString(36)}) with {{draftBlogs}} and $& in it. `.repeat(4);
}

/** Numbers from 0 to 1 that repeat with their seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
