import { setTimeout as wait } from 'node:timers/promises';
import type { ReplayItem } from '#shared/admin/prompts/replays/replay-document.ts';
import {
  createTestDevice,
  type TestDevice,
  type TestWindow,
  testForm,
  until,
} from '#shared/admin/prompts/testing/run-test-device.ts';
import { stepRecord } from '#shared/workflow/run.ts';
import { stepAt } from '#shared/workflow/testing/step-at.ts';
import type { BookedCall } from '#tests/ai-stub/built-server.ts';
import { seededRandom } from '#tests/load/vocabulary.ts';
import type { Stage } from '../open-stage.ts';

/** The seed from which, with its number, every history follows. */
export const SEED = 20261126;

/** The moment at which something dies, as the lab sees its calls. */
type Moment =
  /** So many milliseconds after the replay was requested. */
  | { readonly at: 'asked'; readonly afterMs: number }
  /** While the provider writes the first, or the second, of the two answers. */
  | { readonly at: 'writing'; readonly answer: 1 | 2 }
  /** When the first of the two answers is there. */
  | { readonly at: 'between' }
  /** When both answers are there. */
  | { readonly at: 'answered' };

export interface LabPlan {
  readonly number: number;
  readonly dies: 'client' | 'server';
  readonly moment: Moment;
}

/** The traces that a history has left everywhere. */
export interface LabResult {
  /** The server's records of the replay's calls. */
  calls: readonly BookedCall[];
  /** The keys of the calls that were in progress when the server died. */
  died: ReadonlySet<string>;
  /** The number of requests to the provider for it. */
  asked: number;
  /** The items that the lab shows in the end. */
  items: readonly ReplayItem[];
}

const MARKETS = ['Bakers', 'Night nurses'];
const step = stepAt(1);
/** The milliseconds between two words of an answer, so that something can die during it. */
const WORD_DELAY = 3;
/**
 * How often the owner presses Continue until everything is there: after a death in each of the two calls, and once
 * more.
 */
const MOST_CONTINUED = 4;

const freshText = (number: number) => `New ${number}. ${'Said anew, and slowly. '.repeat(10)}`.trim();

/** Returns the histories from number 1 on; client and server die in turn. */
export function planLabKills(count: number): LabPlan[] {
  return Array.from({ length: count }, (_, index) => {
    const random = seededRandom(SEED + index);
    const drawn = random();
    const afterMs = Math.floor(random() ** 2 * 60);
    const moment: Moment =
      drawn < 0.3
        ? { at: 'asked', afterMs }
        : drawn < 0.8
          ? { at: 'writing', answer: drawn < 0.55 ? 1 : 2 }
          : { at: drawn < 0.9 ? 'between' : 'answered' };
    return { number: index + 1, dies: index % 2 === 0 ? 'client' : 'server', moment };
  });
}

/** Describes what happens: "server dies, writing answer 2". */
export function describeLabKill({ dies, moment }: LabPlan): string {
  if (moment.at === 'asked') return `${dies} dies ${moment.afterMs} ms after it was asked for`;
  return `${dies} dies, ${moment.at}${moment.at === 'writing' ? ` answer ${moment.answer}` : ''}`;
}

/**
 * Tries a prompt on two past runs, lets something die as planned, and continues as the owner until both answers are
 * there.
 */
export async function runLabKill({ server, stub }: Stage, { number, dies, moment }: LabPlan): Promise<LabResult> {
  stub.reset();
  const device = createTestDevice(server.address, '', setImmediate, (address, init) =>
    server.fetch(address.slice(server.address.length), init),
  );
  let window = device.openWindow();
  stub.say('Old.');
  for (const market of MARKETS) await haveRun(device, window, `${market} ${number}`);
  const before = server.callsNamed('createReplay').length;
  const booked = () => server.callsNamed('createReplay').slice(before);
  const known = stub.log.entries.length;
  const asked = () => stub.log.entries.length - known;
  const fresh = () => window.store.getState().replays[0]?.items.filter((item) => item.fresh !== null).length ?? 0;
  const died = new Set<string>();

  stub.say(freshText(number));
  stub.setDelay(WORD_DELAY);
  const start = () => window.store.actions.startReplay(step, 'Say it anew for {{targetMarket}}.', MARKETS.length);
  const starting = start();
  if (moment.at === 'asked') await wait(moment.afterMs);
  else if (moment.at === 'writing') await until(device, () => asked() >= moment.answer);
  else await until(device, () => fresh() >= (moment.at === 'between' ? 1 : MARKETS.length));

  if (dies === 'server') {
    await server.kill();
    for (const { state, key } of booked()) if (state === 'running') died.add(key);
    stub.setDelay(0);
    await server.start();
    await starting;
  } else {
    window.kill();
    window = device.openWindow();
    await until(device, () => window.store.getState().isOpen);
    await window.store.actions.loadReplays();
    stub.setDelay(0);
    // The window was killed before the replay was recorded.
    if (window.store.getState().replays.length === 0) await start();
  }
  for (let times = 0; times < MOST_CONTINUED; times += 1) {
    const [replay] = window.store.getState().replays;
    if (!replay || !isLacking(replay.items)) break;
    await window.store.actions.continueReplay(replay.id);
  }
  const items = window.store.getState().replays[0]?.items ?? [];
  await window.store.close();
  return { calls: booked(), died, asked: asked(), items };
}

function isLacking(items: readonly ReplayItem[]): boolean {
  return items.some(({ fresh }) => fresh === null);
}

/** Makes a run, for that market, whose first step has an output. */
async function haveRun(device: TestDevice, { store }: TestWindow, targetMarket: string): Promise<void> {
  await store.actions.reset();
  store.actions.setForm({ ...testForm, targetMarket });
  store.actions.runStep(step);
  await until(device, () => stepRecord(store.getState().run, step).current !== null);
}

/** Returns the faults of a history, a sentence each. */
export function faultsOf({ calls, died, asked, items }: LabResult, { dies, number }: LabPlan): string[] {
  const faults: string[] = [];
  const bought = calls.filter(({ state }) => state === 'succeeded').length;
  const failed = calls.filter(({ state }) => state !== 'succeeded');
  if (bought !== MARKETS.length) faults.push(`${MARKETS.length} answers were bought ${bought} times`);
  if (dies === 'client' && failed.length > 0) faults.push(`${failed.length} calls failed although the server lived`);
  if (failed.some(({ key }) => !died.has(key))) faults.push('a call failed in which no server died');
  if (failed.length > 1) faults.push(`${failed.length} further attempts were made`);
  if (asked > calls.length) faults.push(`${calls.length} calls on the books and ${asked} at the provider`);
  if (calls.some(({ cost_usd, input_tokens }) => !(Number(cost_usd) > 0 && input_tokens > 0))) {
    faults.push('a call is on the books without what it cost');
  }
  const shown = items.map(({ market, old, fresh }) => `${market}: ${old.text} ${fresh?.text}`);
  const due = MARKETS.toReversed().map((market) => `${market} ${number}: Old. ${freshText(number)}`);
  if (shown.join() !== due.join()) faults.push(`the lab shows “${shown.join('; ').slice(0, 120)}”`);
  return faults;
}
