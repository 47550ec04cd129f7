import { faultsOf, type KilledBatch, killBatch, SEED } from './batch-kills/kill-batch.ts';
import { importWithComponents } from './import-with-components.ts';
import { openStageWith } from './open-stage.ts';
import { type Proof, withFaults } from './proof.ts';

/** The number of batches for each of the things that may drive them. */
const BATCHES = 10;
const TOPICS = 3;
/** The number of kills, in one batch, of the thing that drives it. */
const KILLS = 10;

const DRIVERS = ['server', 'device'] as const;
type Driver = (typeof DRIVERS)[number];

/** Batches driven by the server or by a device, which is killed a hundred times for each kind. */
export const batchKills: Proof = {
  async run() {
    const { openDrivingDevice } = await importWithComponents<typeof import('./batch-kills/driving-device.ts')>(
      'tests/long/batch-kills/driving-device.ts',
    );
    const stage = await openStageWith(async () => ({}));
    const started = performance.now();
    const results: Record<Driver, KilledBatch[]> = { server: [], device: [] };
    const faults: string[] = [];
    try {
      for (const driver of DRIVERS) {
        for (let number = 1; number <= BATCHES; number += 1) {
          const device = driver === 'device' ? await openDrivingDevice(stage) : null;
          const result = await killBatch(stage, { number, topics: TOPICS, kills: KILLS }, device);
          await device?.close();
          results[driver].push(result);
          faults.push(...faultsOf(result).map((fault) => `- batch ${number} of the ${driver}: ${fault}`));
          console.error(
            `${driver}: batch ${number} of ${BATCHES}: ${result.kills} kills, ${result.died.size} calls under way`,
          );
        }
      }
    } finally {
      await stage.close();
    }
    const failed = new Set(faults.map((fault) => fault.slice(0, fault.indexOf(':')))).size;
    const minutes = (performance.now() - started) / 60_000;
    const passed = DRIVERS.length * BATCHES - failed;
    return { passed, failed, details: withFaults(detailsOf(results, { passed, minutes }), faults) };
  },
};

function detailsOf(
  results: Readonly<Record<Driver, readonly KilledBatch[]>>,
  { passed, minutes }: { passed: number; minutes: number },
): string {
  const sumsOf = (driver: Driver) => {
    const sum = (of: (result: KilledBatch) => number) =>
      results[driver].reduce((total, result) => total + of(result), 0);
    const calls = sum((result) => [...result.calls.values()].flat().length);
    return `${sum(({ kills }) => kills)} kills; ${calls} calls on the server's books, of which ${sum(({ died }) => died.size)} were under way when the server died; ${sum(({ asked }) => asked)} requests at the provider.`;
  };
  return `${DRIVERS.length * BATCHES} batches of ${TOPICS} topics, all at once (seed ${SEED}), the built server and the stand-in provider over HTTP,
${minutes.toFixed(1)} minutes at real speed; half of them driven by the server, which was killed by SIGKILL, half by a device, the admin's own
store without its screen, whose window was killed; at random moments, up to ${KILLS} times a batch.

- ${passed} of ${DRIVERS.length * BATCHES}: every topic was done after all its steps, each step bought once but where the server died in it, and then once
  more for each such death; both are booked with what they cost; every draft is there once.
- Driven by the server: ${sumsOf('server')}
- Driven by a device: ${sumsOf('device')}`;
}
