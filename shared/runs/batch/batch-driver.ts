import { isClaimedByOther, type RunDocument } from '../run-document.ts';

/** The name under which the server claims the runs it drives. */
export const SERVER_DRIVER = 'server';
const OF_DEVICE = ':batch';

/**
 * The name under which a device claims runs of batches: another than that of the device, whose screen watches them like those of
 * anybody else.
 */
export function batchDriver(device: string): string {
  return device + OF_DEVICE;
}

/** The run of a topic: named so that whoever drives the batch finds it again. */
export function batchRunId(batchId: string, number: number): string {
  return `${batchId}-${number}`;
}

/** Whether somebody has gone on with a run of a batch by hand, which no driver of batches takes away from them. */
export function isTakenByHand(document: RunDocument): boolean {
  const by = document.field('drivenBy');
  return typeof by === 'string' && by !== SERVER_DRIVER && !by.endsWith(OF_DEVICE);
}

/** Whether a run that is driven under this name is somebody else's by now. */
export function isTakenFrom(document: RunDocument, driver: string): boolean {
  return isClaimedByOther(document, driver);
}
