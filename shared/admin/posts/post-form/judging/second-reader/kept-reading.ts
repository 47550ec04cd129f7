import { z } from 'zod';
import { askSecondReader } from '#shared/contract/second-readings.ts';
import { type AskedOnDevice, createAskedOnDevice } from '../../../../documents/asked-on-device.ts';
import type { OpenDocuments } from '../../../../documents/open-documents.ts';

/** A reading that was requested, as this computer stores it. */
export interface AskedReading {
  /** Its Idempotency-Key. */
  readonly key: string;
  readonly body: z.output<typeof askSecondReader.body>;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
}

/** The readings that were requested on this device and are not answered yet. */
export type KeptReadings = AskedOnDevice<AskedReading>;

/** Opens the stored readings. They never leave this device: another device finds the reading with its post. */
export function createKeptReadings(documents: OpenDocuments): KeptReadings {
  return createAskedOnDevice(documents, 'preferences:this-device-readings', askedReading);
}

const askedReading = z.object({
  key: z.string(),
  body: askSecondReader.body,
  askedAt: z.number(),
}) satisfies z.ZodType<AskedReading>;
