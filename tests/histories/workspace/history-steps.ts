import fc from 'fast-check';

const YEAR = 365 * 24 * 60 * 60 * 1000;

/**
 * `type in vain`: the server acknowledges the word and is then restored to the state before it, and the device has
 * heard nothing else. `type slowly`: while the word is on its way, another device's word overtakes it, and the server
 * folds the two into one.
 */
type OfDocument = 'type' | 'type in vain' | 'type slowly' | 'erase' | 'set field' | 'remove' | 'compact';
type OfDevice =
  | 'go offline'
  | 'come online'
  | 'sign out'
  | 'sign in'
  | 'crash'
  | 'clone'
  | 'purge'
  | 'close screens'
  | 'say yes';
type OfServer = 'server restarts' | 'server keeps a copy' | 'server is emptied' | 'server forgets' | 'another server';

/**
 * An event of a history. Devices, documents and copies are named by numbers; a number that is too high starts again
 * from the first.
 */
export type Step =
  | { do: OfDocument; device: number; document: number }
  | { do: OfDevice; device: number }
  | { do: 'set clock'; device: number; offset: number }
  | { do: OfServer }
  | { do: 'server folds'; document: number }
  | { do: 'server is put back'; copy: number }
  | { do: 'pass time'; milliseconds: number };

export interface History {
  /** The seed of what is drawn while it runs: places of edits, the fate of messages. */
  seed: number;
  devices: number;
  /** The share of messages that meet trouble. */
  trouble: number;
  steps: readonly Step[];
}

const device = fc.nat(4);
const document = fc.nat(3);
const ofDocument = (name: OfDocument) => fc.record({ do: fc.constant(name), device, document });
const ofDevice = (name: OfDevice) => fc.record({ do: fc.constant(name), device });
const ofServer = (name: OfServer) => fc.record({ do: fc.constant(name) });

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 24, arbitrary: ofDocument('type') },
  { weight: 3, arbitrary: ofDocument('type in vain') },
  { weight: 2, arbitrary: ofDocument('type slowly') },
  { weight: 5, arbitrary: ofDocument('erase') },
  { weight: 3, arbitrary: ofDocument('set field') },
  { weight: 6, arbitrary: ofDocument('remove') },
  { weight: 2, arbitrary: ofDocument('compact') },
  {
    weight: 14,
    arbitrary: fc.record({ do: fc.constant('pass time' as const), milliseconds: fc.integer({ min: 50, max: 6000 }) }),
  },
  { weight: 4, arbitrary: ofDevice('go offline') },
  { weight: 4, arbitrary: ofDevice('come online') },
  { weight: 1, arbitrary: ofDevice('sign out') },
  { weight: 1, arbitrary: ofDevice('sign in') },
  { weight: 4, arbitrary: ofDevice('crash') },
  { weight: 2, arbitrary: ofDevice('clone') },
  { weight: 2, arbitrary: ofDevice('purge') },
  { weight: 2, arbitrary: ofDevice('close screens') },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('set clock' as const),
      device,
      offset: fc.integer({ min: -10 * YEAR, max: 10 * YEAR }),
    }),
  },
  { weight: 1, arbitrary: ofDevice('say yes') },
  { weight: 1, arbitrary: ofServer('server restarts') },
  { weight: 4, arbitrary: ofServer('server keeps a copy') },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('server is put back' as const), copy: fc.nat(3) }) },
  { weight: 1, arbitrary: ofServer('server is emptied') },
  { weight: 1, arbitrary: ofServer('server forgets') },
  { weight: 1, arbitrary: ofServer('another server') },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('server folds' as const), document }) },
);

/** Histories of two to five devices and a server. */
export const histories: fc.Arbitrary<History> = fc.record({
  seed: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
  devices: fc.integer({ min: 2, max: 4 }),
  trouble: fc.constantFrom(0, 0.15, 0.4),
  steps: fc.array(step, { minLength: 5, maxLength: 30, size: 'max' }),
});

/** Describes a history for a report. */
export function describeHistory({ seed, devices, trouble, steps }: History): string {
  const told = steps.map(({ do: name, ...given }) => [name, ...Object.values(given)].join(' '));
  return `seed ${seed}, ${devices} devices, trouble ${trouble}: ${told.join('; ')}`;
}
