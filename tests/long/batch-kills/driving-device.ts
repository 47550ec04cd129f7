import { createTestDevice, type TestWindow } from '#shared/admin/prompts/testing/run-test-device.ts';
import type { Stage } from '../open-stage.ts';

/** A device of the owner that drives batches, like a browser or the desktop app. */
export interface DrivingDevice {
  /** The name that it uses for itself. */
  readonly id: string;
  /** Tells the device that a batch was given to it. */
  wake(): void;
  /** Kills its window, or the program, in the middle of whatever it does, and opens it again. */
  killAndOpen(): Promise<void>;
  /** Returns the generated drafts on its disk, by their documents' ids. */
  drafts(): Promise<string[]>;
  close(): Promise<void>;
}

/** Its clock runs while it is open, faster than the machine's. */
const TICK = 50;

export async function openDrivingDevice({ server }: Pick<Stage, 'server'>): Promise<DrivingDevice> {
  const device = createTestDevice(server.address, '', setImmediate, (address, init) =>
    server.fetch(address.slice(server.address.length), init),
  );
  let isOpen = true;
  const ticking = (async () => {
    while (isOpen) {
      await device.clock.pass(TICK);
      await device.network.rest(2);
    }
  })();
  const opened = async () => {
    const window = device.openWindow();
    return { window, id: await window.store.batches.device() };
  };
  let { window, id }: { window: TestWindow; id: string } = await opened();
  return {
    get id() {
      return id;
    },
    wake: () => window.store.batches.wake(),
    async killAndOpen() {
      window.kill();
      ({ window, id } = await opened());
      window.store.batches.wake();
    },
    async drafts() {
      return (await device.disk.list('draft')).filter((name) => name.startsWith('draft:generated-')).toSorted();
    },
    async close() {
      await window.store.close();
      isOpen = false;
      await ticking;
    },
  };
}
