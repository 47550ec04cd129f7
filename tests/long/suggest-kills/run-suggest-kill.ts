import { setTimeout as wait } from 'node:timers/promises';
import { createSuggestDevice, type SuggestForm, until } from '#shared/admin/suggest/testing/suggest-device.ts';
import type { SuggestionKind } from '#shared/contract/suggestions.ts';
import type { BookedCall } from '#tests/ai-stub/built-server.ts';
import { seededRandom } from '#tests/load/vocabulary.ts';
import type { Stage } from '../open-stage.ts';

/** The seed from which, with its number, every history follows. */
export const SEED = 20261124;

/** The moment at which something dies, as the card sees its call. */
type Moment =
  /** So many milliseconds after the suggestion was requested. */
  | { readonly at: 'asked'; readonly afterMs: number }
  /** When the first words are there. */
  | { readonly at: 'writing' }
  /** The provider has fallen silent: the call is certainly in progress. */
  | { readonly at: 'silence' }
  /** When the answer is there, and nothing was accepted. */
  | { readonly at: 'answered' };

export interface KillPlan {
  readonly number: number;
  readonly dies: 'client' | 'server';
  readonly kind: SuggestionKind;
  readonly moment: Moment;
}

/** The traces that a history has left everywhere. */
export interface KillResult {
  /** The server's records of the calls. */
  calls: readonly BookedCall[];
  /** The keys of the calls that were in progress when the server died. */
  died: ReadonlySet<string>;
  /** The number of requests to the provider. */
  asked: number;
  /** The text after the answer was inserted. */
  content: string;
}

const KINDS = ['rewrite', 'proofread', 'plainer', 'continue', 'translate'] as const satisfies SuggestionKind[];
const textOf = (number: number) => `Text ${number}. ${'Then it rains alot, and teh kettle sings on. '.repeat(4)}`;

/** Returns the histories from number 1 on; client and server die in turn, each with every kind. */
export function planKills(count: number): KillPlan[] {
  return Array.from({ length: count }, (_, index) => {
    const random = seededRandom(SEED + index);
    const dies = index % 2 === 0 ? 'client' : 'server';
    const drawn = random();
    const afterMs = Math.floor(random() ** 2 * 40);
    const moment: Moment =
      drawn < 0.35
        ? { at: 'asked', afterMs }
        : drawn < 0.6
          ? { at: 'writing' }
          : drawn < 0.85 && dies === 'server'
            ? { at: 'silence' }
            : { at: 'answered' };
    return { number: index + 1, dies, kind: KINDS[Math.floor(index / 2) % KINDS.length] ?? 'rewrite', moment };
  });
}

/** Describes what happens: "server dies in a rewrite (silence)". */
export function describeKill({ dies, kind, moment }: KillPlan): string {
  const exactly = moment.at === 'asked' ? `${moment.afterMs} ms after it was asked for` : moment.at;
  return `${dies} dies in a ${kind}, ${exactly}`;
}

/**
 * Requests a suggestion in a post, lets client or server die as planned, opens the post again, and inserts the answer.
 */
export async function runKill({ server, stub }: Stage, { number, dies, kind, moment }: KillPlan): Promise<KillResult> {
  stub.reset();
  const before = server.callsNamed('suggest').length;
  const booked = () => server.callsNamed('suggest').slice(before);
  const died = new Set<string>();
  const device = createSuggestDevice((path, init) => server.fetch(path, init));
  device.draft.setText('content', textOf(number));
  let form = device.open();
  await wish(form, kind);
  if (moment.at === 'silence') stub.plan('hang-midway');
  // Slow enough for something to die during the answer.
  if (moment.at === 'writing') stub.setDelay(3);
  const asking = form.suggester.ask();
  if (moment.at === 'asked') await wait(moment.afterMs);
  else if (moment.at === 'answered') await until(form, 'answered');
  else if (moment.at === 'writing') await until(form, 'asking', ({ output }) => output !== '');
  else await until(form, 'asking', ({ output }) => output.split(/\s+/).length >= 8);

  if (dies === 'server') {
    await server.kill();
    for (const { state, key } of booked()) if (state === 'running') died.add(key);
    stub.setDelay(0);
    await server.start();
  } else {
    form.kill();
    stub.setDelay(0);
    form = device.open();
    await form.suggester.resume();
    // The form died before the call.
    if (form.suggester.getState().kind === 'closed') await askAnew(form, kind);
  }
  void asking;
  await ended(form);
  if (form.suggester.getState().kind === 'failed') await buyAnew(form);
  const { answer } = await until(form, 'answered');
  if (answer.shape === 'text') form.suggester.take();
  else for (const index of answer.shape === 'edits' ? answer.edits.keys() : []) form.suggester.takeEdit(index);
  form.suggester.leave();
  const asked = stub.log.entries.filter(({ path }) => path.endsWith('/chat/completions')).length;
  return { calls: booked(), died, asked, content: form.content() };
}

async function wish({ suggester }: SuggestForm, kind: SuggestionKind): Promise<void> {
  const priced = new Promise<void>((resolve) => {
    const stop = suggester.subscribe((state) => {
      if (state.kind !== 'wishing' || state.price.kind === 'asking') return;
      stop();
      resolve();
    });
  });
  suggester.open(kind);
  await priced;
}

/** A new purchase shows its price first. */
async function buyAnew({ suggester }: SuggestForm): Promise<void> {
  await suggester.tryAgain();
  if (suggester.getState().kind === 'wishing') await suggester.ask();
}

async function askAnew(form: SuggestForm, kind: SuggestionKind): Promise<void> {
  await wish(form, kind);
  await form.suggester.ask();
}

async function ended(form: SuggestForm): Promise<void> {
  await Promise.race([until(form, 'answered'), until(form, 'failed')]);
}

/** Returns the faults of a history, a sentence each. */
export function faultsOf({ calls, died, asked, content }: KillResult, { dies, number, kind }: KillPlan): string[] {
  const faults: string[] = [];
  const bought = calls.filter(({ state }) => state === 'succeeded').length;
  const failed = calls.filter(({ state }) => state !== 'succeeded');
  if (bought !== 1) faults.push(`it was bought ${bought} times`);
  if (dies === 'client' && failed.length > 0) faults.push(`${failed.length} calls failed although the server lived`);
  if (failed.some(({ key }) => !died.has(key))) faults.push('a call failed in which no server died');
  if (failed.length > 1) faults.push(`${failed.length} further attempts were made`);
  if (asked > calls.length) faults.push(`${calls.length} calls on the books and ${asked} at the provider`);
  if (calls.some(({ cost_usd, input_tokens }) => !(Number(cost_usd) > 0 && input_tokens > 0))) {
    faults.push('a call is on the books without what it cost');
  }
  const isCorrected = content.includes('and the kettle sings on.');
  if (!content.includes(`Text ${number}.`) || isCorrected !== (kind === 'proofread')) {
    faults.push(`the text came to “${content.slice(0, 60)}”`);
  }
  if (content === textOf(number)) faults.push('nothing was put in');
  return faults;
}
