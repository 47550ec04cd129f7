import type { ChainForm } from '../chain-form.ts';
import { inBraces } from '../placeholder-faults.ts';
import { noCodex } from '../prompt-codex.ts';
import { newRun, outputOf, stepIds } from '../run.ts';
import { transition } from '../run-engine.ts';
import { reopened } from '../run-holding.ts';
import { readRun, runRecord } from '../run-record.ts';
import type { Run, RunEffect, RunEvent, RunFault } from '../run-states.ts';
import { placeholdersFor, type StepId, type StepList, WORKFLOW_STEPS } from '../steps.ts';

/** One purchase at the simulated provider. `isLost`: it failed, it was cancelled, or the server died during it. */
export interface Purchase {
  readonly key: string;
  readonly step: StepId;
  isLost: boolean;
}

export interface SimulatedRun {
  readonly run: Run;
  readonly purchases: readonly Purchase[];
  readonly outputs: readonly (string | null)[];
  /** The sources from which drafts were made, each once. */
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
const promptsOf = (chain: StepList) => (step: StepId) =>
  `Step ${step} for ${placeholdersFor(chain, step).map(inBraces).join(' ')}`;
const providerFault: RunFault = { code: 'ai_provider_failed', message: 'The AI provider could not answer.' };
const MAX_ROUNDS = 20_000;

/**
 * Simulates a run from Run All Steps to its end, with a simulated disk, network, server and provider, on a clock of its
 * own. `random` returns numbers from 0 to 1. `trouble` is the share of moments at which something breaks: page, server,
 * network, session, provider, or the owner's patience. `chain` holds the steps of the run.
 */
export function simulateRun(random: () => number, trouble: number, chain: StepList = WORKFLOW_STEPS): SimulatedRun {
  return new Simulation(random, trouble, chain).result();
}

class PageCrash extends Error {}

class Simulation {
  readonly random: () => number;
  readonly trouble: number;
  readonly chain: StepList;
  now = 1_700_000_000_000;
  readonly startedAt = this.now;
  disk: string | null = null;
  run: Run;
  dueAt: number | null = null;
  listening: string | null = null;
  networkBackAt: number | null = null;
  sessionBackAt: number | null = null;
  isWritePending = false;
  crashes = 0;
  readonly calls = new Map<string, Call>();
  readonly purchases: Purchase[] = [];
  readonly sources = new Set<string>();
  readonly posts = new Set<string>();

  constructor(random: () => number, trouble: number, chain: StepList) {
    this.random = random;
    this.trouble = trouble;
    this.chain = chain;
    this.run = newRun('run', form, chain);
  }

  result(): SimulatedRun {
    for (let round = 0; this.run.state.kind !== 'done' && round < MAX_ROUNDS; round += 1) {
      this.now += 20 + Math.floor(this.random() * 300);
      try {
        this.pass();
      } catch (error) {
        if (!(error instanceof PageCrash)) throw error;
        this.reload();
      }
    }
    const { run, purchases, crashes } = this;
    return {
      run,
      purchases,
      outputs: stepIds(run).map((step) => outputOf(run, step)),
      draftSources: [...this.sources],
      posts: [...this.posts],
      crashes,
      simulatedMs: this.now - this.startedAt,
    };
  }

  /** Performs the events of one moment. */
  pass(): void {
    if (this.run.state.kind === 'interrupted') this.send({ type: 'resume' });
    this.serverWorks();
    if (this.random() < this.trouble) this.somethingBreaks();
    this.pageListens();
    if (this.dueAt !== null && this.now >= this.dueAt) {
      this.dueAt = null;
      this.send({ type: 'due' });
    }
    this.ownerActs();
    if (this.isWritePending && this.random() < 0.5) this.write();
  }

  send(event: RunEvent): void {
    const { now } = this;
    const result = transition(this.run, event, {
      now,
      promptOf: promptsOf(this.chain),
      versionOf: () => 0,
      codexOf: () => noCodex,
      isAutoPublish: true,
    });
    this.run = result.run;
    for (const effect of result.effects) {
      // A crash can come between any two effects, and before the first one.
      if (this.random() < this.trouble / 20) throw new PageCrash();
      this.perform(effect);
    }
  }

  write(): void {
    this.disk = JSON.stringify(runRecord(this.run));
    this.isWritePending = false;
  }

  perform(effect: RunEffect): void {
    switch (effect.type) {
      case 'keep':
        this.write();
        break;
      case 'keep-soon':
        this.isWritePending = true;
        break;
      case 'call':
        this.ask(effect.key, effect.step, effect.prompt);
        break;
      case 'cancel': {
        if (this.listening === effect.key) this.listening = null;
        const call = this.calls.get(effect.key);
        if (this.networkBackAt === null && call?.state === 'in-flight') this.lose(call);
        break;
      }
      case 'hang-up':
        this.listening = null;
        break;
      case 'wait':
        this.dueAt = this.now + effect.ms;
        break;
      case 'make-drafts':
        this.sources.add(effect.source);
        break;
      case 'submit-post':
        this.posts.add(effect.key);
        break;
      default:
        break;
    }
  }

  lose(call: Call): void {
    call.state = 'failed';
    call.purchase.isLost = true;
  }

  ask(key: string, step: StepId, prompt: string): void {
    this.listening = key;
    const known = this.calls.get(key);
    if (this.networkBackAt !== null) this.hear({ type: 'no-answer', key });
    else if (this.sessionBackAt !== null) this.hear({ type: 'unauthorized', key });
    else if (known === undefined) this.buy(key, step, prompt);
    else if (known.prompt !== prompt) throw new Error('The same key came with another prompt.');
  }

  buy(key: string, step: StepId, prompt: string): void {
    const purchase = { key, step, isLost: false };
    this.purchases.push(purchase);
    this.calls.set(key, {
      purchase,
      prompt,
      startedAt: this.now,
      takesMs: 500 + Math.floor(this.random() * 8000),
      state: 'in-flight',
    });
  }

  hear(event: RunEvent): void {
    this.listening = null;
    this.send(event);
  }

  serverWorks(): void {
    for (const call of this.calls.values()) {
      if (call.state === 'in-flight' && this.now >= call.startedAt + call.takesMs) call.state = 'done';
    }
  }

  pageListens(): void {
    const key = this.listening;
    const call = key === null ? undefined : this.calls.get(key);
    if (key === null || !call || this.networkBackAt !== null) return;
    const output = answerTo(call.purchase.step, call.prompt);
    if (call.state === 'done') {
      this.hear({ type: 'answered', key, output, usage: null, model: null, finishReason: 'stop' });
    } else if (call.state === 'failed') {
      this.hear({ type: 'refused', key, fault: providerFault });
    } else {
      const share = (this.now - call.startedAt) / call.takesMs;
      this.send({ type: 'progress', key, output: output.slice(0, Math.floor(output.length * share)) });
    }
  }

  somethingBreaks(): void {
    const inFlight = [...this.calls.values()].filter((call) => call.state === 'in-flight');
    const kind = Math.floor(this.random() * 6);
    if (kind === 0) throw new PageCrash();
    if (kind === 1) {
      // The server dies: calls under way count as failed, and the server does not answer for a while.
      for (const call of inFlight) this.lose(call);
      this.networkBackAt ??= this.now + this.random() * 4000;
    }
    if (kind === 2) this.networkBackAt ??= this.now + this.random() * 4000;
    if (kind === 3) this.sessionBackAt ??= this.now + this.random() * 4000;
    if (kind === 4) for (const call of inFlight) this.lose(call);
    if ((kind === 1 || kind === 2) && this.listening !== null) this.hear({ type: 'no-answer', key: this.listening });
    if (kind === 5) this.send({ type: 'stop' });
  }

  ownerActs(): void {
    if (this.networkBackAt !== null && this.now >= this.networkBackAt) {
      this.networkBackAt = null;
      this.send({ type: 'online' });
    }
    if (this.sessionBackAt !== null && this.now >= this.sessionBackAt) {
      this.sessionBackAt = null;
      this.send({ type: 'signed-in' });
    }
    const { kind } = this.run.state;
    const asks = kind === 'idle' || kind === 'stopped' || kind === 'failed';
    if (asks && this.networkBackAt === null && this.random() < 0.3) this.send({ type: 'run-all', form, runId: 'next' });
  }

  reload(): void {
    this.crashes += 1;
    this.listening = null;
    this.dueAt = null;
    this.isWritePending = false;
    this.now += Math.floor(this.random() * 60_000);
    const stored = this.disk === null ? null : (JSON.parse(this.disk) as ReturnType<typeof runRecord>);
    const texts = new Map(Object.entries(stored?.texts ?? {}));
    const read = stored && readRun({ fields: stored.fields, text: (name) => texts.get(name) ?? '' }, this.chain);
    this.run = reopened(read ?? newRun('run', form, this.chain), false);
  }
}

/** Returns the provider's answer: the same prompt gets the same answer. */
function answerTo(step: StepId, prompt: string): string {
  let hash = 5381;
  for (let at = 0; at < prompt.length; at += 1) hash = (hash * 33 + prompt.charCodeAt(at)) % 4_294_967_291;
  return `Output of step ${step} (${hash.toString(36)}) with {{draftBlogs}} and $& in it. `.repeat(4);
}

/** Returns a source of numbers from 0 to 1 that repeats with its seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
