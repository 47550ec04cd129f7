import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { createAiBatch, getAiBatch, type WholeAiBatch } from '#shared/contract/ai-batches.ts';
import { pullUpdates } from '#shared/contract/workspace.ts';
import { defaultChainForm } from '#shared/workflow/chain-form.ts';
import { WORKFLOW_STEPS } from '#shared/workflow/steps.ts';
import type { BookedCall } from '#tests/ai-stub/built-server.ts';
import { seededRandom } from '#tests/load/vocabulary.ts';
import type { Stage } from '../open-stage.ts';
import type { DrivingDevice } from './driving-device.ts';

/** The seed from which, with its number, every batch follows. */
export const SEED = 20261124;

export interface BatchPlan {
  readonly number: number;
  readonly topics: number;
  readonly kills: number;
}

/** The state left by a batch during which something was killed. */
export interface KilledBatch {
  readonly batch: WholeAiBatch;
  /** The server's records of the calls, by run. */
  readonly calls: ReadonlyMap<string, readonly BookedCall[]>;
  /** The keys of the calls that were in progress when the server died. */
  readonly died: ReadonlySet<string>;
  readonly kills: number;
  /** The number of requests to the provider. */
  readonly asked: number;
  /** The drafts on the device or the server that drove the batch: each document's id as often as it is there. */
  readonly drafts: readonly string[];
}

/** The milliseconds between two words of an answer, so that kills happen during answers. */
const WORD_DELAY = 3;
/** A batch that has not ended after this time never will. */
const PATIENCE = 180_000;

/**
 * Runs a batch to its end, all topics at once, and kills what drives it at random moments on the way: the device's
 * window, or, without a device, the server.
 */
export async function killBatch(
  { server, stub }: Stage,
  plan: BatchPlan,
  device: DrivingDevice | null = null,
): Promise<KilledBatch> {
  const random = seededRandom(SEED + plan.number);
  stub.reset();
  stub.setDelay(WORD_DELAY);
  const form = defaultChainForm('https://blog.example');
  const topics = Array.from({ length: plan.topics }, (_, index) => ({
    form: { ...form, targetMarket: `Market ${plan.number}.${index + 1}` },
    categoryId: null,
  }));
  const id = randomUUID();
  const given = { id, topics, limitUsd: null, atOnce: plan.topics };
  await server.client.call(createAiBatch, { body: { ...given, ...(device && { device: device.id }) } });
  device?.wake();
  const read = () => server.client.call(getAiBatch, { params: { id } });
  const runIds = topics.map((_, index) => `${id}-${index + 1}`);
  const died = new Set<string>();
  let kills = 0;
  while (kills < plan.kills) {
    await wait(200 + random() * 1200);
    if ((await read()).state !== 'running') break;
    kills += 1;
    if (device) {
      await device.killAndOpen();
      continue;
    }
    await server.kill();
    for (const { key, state } of runIds.flatMap((runId) => server.callsOf(runId)))
      if (state === 'running') died.add(key);
    await server.start();
  }
  stub.setDelay(0);
  const end = Date.now() + PATIENCE;
  let batch = await read();
  while (batch.state === 'running' && Date.now() < end) {
    await wait(100);
    batch = await read();
  }
  const calls = new Map(runIds.map((runId) => [runId, server.callsOf(runId)]));
  const asked = stub.log.entries.length;
  stub.reset();
  stub.setDelay(0);
  return { batch, calls, died, kills, asked, drafts: await (device?.drafts() ?? draftsOf(server, id)) };
}

/** Returns the generated drafts of a batch as a new device receives them. */
async function draftsOf({ client }: Stage['server'], id: string): Promise<string[]> {
  const found = new Set<string>();
  let page = await client.call(pullUpdates, { query: {} });
  for (;;) {
    for (const { change } of page.updates)
      if (change.documentId.startsWith(`draft:generated-${id}-`)) found.add(change.documentId);
    if (!page.more || page.cursor === null) return [...found].sort();
    page = await client.call(pullUpdates, { query: page.cursor });
  }
}

/** Returns the faults, a line each. */
export function faultsOf({ batch, calls, died, asked, drafts }: KilledBatch): string[] {
  const faults: string[] = [];
  if (batch.state !== 'done') faults.push(`it is ${batch.state}: ${batch.reason}`);
  for (const { number, state, stepsDone, reason } of batch.items) {
    if (state !== 'done' || stepsDone !== WORKFLOW_STEPS.length)
      faults.push(`topic ${number} is ${state} after ${stepsDone} steps: ${reason}`);
  }
  for (const [runId, booked] of calls) {
    for (const { id: step } of WORKFLOW_STEPS) {
      const own = booked.filter((call) => call.step === step);
      const whole = own.filter(({ state }) => state === 'succeeded').length;
      const further = own.filter(({ key }) => died.has(key)).length;
      if (whole !== 1) faults.push(`${runId} has ${whole} whole answers of ${step}`);
      if (own.length !== 1 + further)
        faults.push(`${runId} bought ${step} ${own.length} times; ${further} calls of it died`);
    }
    for (const { key, state, input_tokens, cost_usd } of booked) {
      if (state === 'failed' && !died.has(key)) faults.push(`${key} failed without a kill`);
      if (!(input_tokens > 0) || !(Number(cost_usd) > 0)) faults.push(`${key} is not booked with what it cost`);
    }
  }
  const all = [...calls.values()].flat().length;
  // A call is recorded before it is sent: the server may have died in between.
  if (asked > all) faults.push(`the provider was asked ${asked} times, and ${all} calls are booked`);
  const named = batch.items.flatMap((item) => item.drafts.map((draft) => `draft:generated-${draft.id}`)).sort();
  if (named.length === 0 || named.join() !== drafts.join()) {
    faults.push(`it names ${named.length} drafts, and ${drafts.length} are there`);
  }
  return faults;
}
