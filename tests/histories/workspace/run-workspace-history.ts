import { createMemoryStore } from '#shared/workspace/memory-store.ts';
import type { DocumentName } from '#shared/workspace/store-port.ts';
import { seededRandom } from '#tests/ai-stub/random.ts';
import type { History, Step } from './history-steps.ts';
import { createDevice, type Device, tokensOf, type World } from './simulated-device.ts';
import type { Site } from './simulated-site.ts';
import { createVirtualTime } from './virtual-time.ts';

/**
 * Every document into which a history writes. A document with `maker` has a name that is used only once: one device
 * makes it, the others write into it when they have it. The others may be made by several devices, and again after they
 * were removed.
 */
const documents: readonly (DocumentName & { maker?: number })[] = [
  { id: 'draft:new-a', kind: 'draft', maker: 0 },
  { id: 'draft:post-7-v2-b', kind: 'draft' },
  { id: 'prompt:3', kind: 'prompt' },
  { id: 'run:r', kind: 'run', maker: 1 },
];
const MOST_DEVICES = 5;
/** The number of rounds in which all devices must reach the same state, once nothing is lost any more. */
const ROUNDS = 8;

/** The number of histories of this process so far. */
let lived = 0;
const hex = (number: number, digits: number) => number.toString(16).padStart(digits, '0');

/** The result of a history: the faults at its end; empty if all is well. */
export interface Verdict {
  faults: string[];
  tokens: number;
  rounds: number;
}

/** Runs a history, then lets all devices synchronize, and looks for differences and missing text. */
export async function runHistory(history: History, sites: readonly Site[]): Promise<Verdict> {
  for (const site of sites) site.reset();
  const random = seededRandom(history.seed);
  let numbers = 1;
  let current = 0;
  const site = (): Site => {
    const found = sites[current % sites.length];
    if (!found) throw new Error('A history needs a server');
    return found;
  };
  const settle = async () => {
    for (const each of sites) await each.settle();
  };
  const time = createVirtualTime(settle);
  lived += 1;
  const [first, nextNumber] = [hex(lived, 8), () => numbers++];
  const uniqueId = () => `${first}-0000-4000-8000-${hex(nextNumber(), 12)}`;
  const world: World = { site, time, random, nextNumber, uniqueId };
  const newDevice = () => createDevice(world, createMemoryStore({ uniqueId }));
  const devices: Device[] = Array.from({ length: history.devices }, newDevice);
  for (const { weather } of devices) weather.trouble = history.trouble;
  /** The typed tokens, each with its document, except those that were erased or deleted by their owner. */
  const standing = new Map<string, string>();
  let typed = 0;

  const perform = async (step: Step): Promise<void> => {
    const device = 'device' in step ? devices[step.device % devices.length] : undefined;
    const name = 'document' in step ? documents[step.document % documents.length] : undefined;
    if (device && name) await write(step, device, name);
    else if (device) await befall(step, device);
    else await befallServer(step, name);
  };
  const type = async (device: Device, name: DocumentName) => {
    typed += 1;
    const token = `<${typed}>`;
    await device.type(name, token);
    standing.set(token, name.id);
  };
  const made = new Set<string>();
  const write = async (step: Step, device: Device, name: (typeof documents)[number]) => {
    const mayMake = name.maker === undefined || (devices[name.maker] === device && !made.has(name.id));
    if (!mayMake && !(await device.has(name))) return;
    made.add(name.id);
    if (step.do === 'type') await type(device, name);
    else if (step.do === 'type in vain') {
      site().keepCopy();
      device.weather.isDeaf = true;
      await type(device, name);
      // Exactly as long as it takes to push and acknowledge it.
      await time.pass(150);
      device.weather.isDeaf = false;
      site().putBack(-1);
    } else if (step.do === 'type slowly') {
      device.weather.isSlow = true;
      await type(device, name);
      await time.pass(150);
      const other = devices[(devices.indexOf(device) + 1) % devices.length];
      if (other && (await other.has(name))) await type(other, name);
      await time.pass(150);
      Object.assign(device.weather, { isSlow: false, isDeaf: true });
      await time.pass(3000);
      await site().fold(name.id);
      device.weather.isDeaf = false;
    } else if (step.do === 'erase') standing.delete((await device.erase(name)) ?? '');
    else if (step.do === 'set field') await device.setField(name, Math.floor(random() * 10));
    else if (step.do === 'compact') await device.compact(name);
    else if (step.do === 'remove') for (const token of await device.remove(name)) standing.delete(token);
  };
  const befall = async (step: Step, device: Device) => {
    if (step.do === 'go offline') device.weather.isDown = true;
    else if (step.do === 'come online') device.weather.isDown = false;
    else if (step.do === 'sign out') device.weather.isSignedIn = false;
    else if (step.do === 'sign in') device.weather.isSignedIn = true;
    else if (step.do === 'crash') device.crash();
    else if (step.do === 'purge') await device.purge();
    else if (step.do === 'close screens') device.closeAll();
    else if (step.do === 'set clock') device.setClock(step.offset);
    // The consequences take time, which passes in later steps, unless the device dies before.
    else if (step.do === 'say yes') void device.exchange().adoptSite();
    else if (step.do === 'clone' && devices.length < MOST_DEVICES) devices.push(device.clone());
  };
  const befallServer = async (step: Step, name: DocumentName | undefined) => {
    if (step.do === 'pass time') await time.pass(step.milliseconds);
    else if (step.do === 'server restarts') site().restart();
    else if (step.do === 'server keeps a copy') site().keepCopy();
    else if (step.do === 'server is put back') site().putBack(step.copy);
    else if (step.do === 'server is emptied') site().empty();
    else if (step.do === 'server forgets') await site().forget();
    else if (step.do === 'another server') {
      site().restart();
      current += 1;
    } else if (step.do === 'server folds' && name) await site().fold(name.id);
  };

  for (const step of history.steps) {
    await perform(step);
    await settle();
  }

  for (const { weather } of devices) Object.assign(weather, { trouble: 0, isDown: false, isSignedIn: true });
  // Messages that are still on their way arrive.
  await time.pass(20_000);
  let rounds = 0;
  let faults: string[] = [];
  do {
    rounds += 1;
    for (const device of devices) {
      const { adoptSite, syncNow, state } = device.exchange();
      const exchanged = state().question ? adoptSite() : syncNow();
      await settle();
      await time.pass(200);
      await exchanged;
    }
    faults = await differences(devices);
  } while (faults.length > 0 && rounds < ROUNDS);

  const newcomer = newDevice();
  await time.pass(200);
  const everybody = [...devices, newcomer];
  faults = [...(await differences(everybody)), ...(await lostTokens(everybody, standing))];
  for (const [index, device] of devices.entries()) {
    for (const stale of await device.staleScreens()) faults.push(`device ${index}: ${stale}`);
  }
  for (const device of everybody) await device.shutDown();
  site().restart();
  await settle();
  return { faults, tokens: typed, rounds };
}

/** Returns the places where devices do not have the same, or do not know that they have. */
async function differences(devices: readonly Device[]): Promise<string[]> {
  const faults: string[] = [];
  const contents = await Promise.all(devices.map((device) => device.content()));
  const ids = new Set(contents.flatMap((content) => [...content.keys()]));
  for (const id of ids) {
    const found = contents.map((content) => content.get(id) ?? 'deleted or never there');
    if (new Set(found).size > 1) faults.push(`${id}: ${found.map((text, index) => `${index}: ${text}`).join(' | ')}`);
  }
  for (const [index, device] of devices.entries()) {
    const { status, unsent, isOnline, question, refused } = device.exchange().state();
    if (status === 'on-the-server' && unsent === 0 && isOnline && question === null && refused === 0) continue;
    faults.push(`device ${index} says ${JSON.stringify({ status, unsent, isOnline, question, refused })}`);
  }
  return faults;
}

async function lostTokens(devices: readonly Device[], standing: ReadonlyMap<string, string>): Promise<string[]> {
  const faults: string[] = [];
  for (const [index, device] of devices.entries()) {
    const content = await device.content();
    for (const [token, id] of standing) {
      const times = tokensOf(content.get(id) ?? '').filter((each) => each === token).length;
      if (times !== 1) faults.push(`device ${index} has ${token} of ${id} ${times} times`);
    }
  }
  return faults;
}
