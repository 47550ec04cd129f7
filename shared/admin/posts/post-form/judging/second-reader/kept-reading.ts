import { z } from 'zod';
import { askSecondReader } from '#shared/contract/second-readings.ts';
import type { JsonValue } from '#shared/workspace/json.ts';
import type { OpenDocuments } from '../../../../documents/open-documents.ts';

/** A reading that was asked for, as this computer keeps it: with it, whoever comes back finds the answer. */
export interface AskedReading {
  /** Its Idempotency-Key. */
  readonly key: string;
  readonly body: z.output<typeof askSecondReader.body>;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
}

/** The readings asked for on this device and not answered yet, one for each form. */
export interface KeptReadings {
  find(place: string): Promise<AskedReading | null>;
  /** On the disk when it resolves. Throws NotKeptError. */
  keep(place: string, asked: AskedReading): Promise<void>;
  drop(place: string): Promise<void>;
}

/** It never leaves this device: another one finds the reading with its post. */
const DOCUMENT = 'preferences:this-device-readings';

export function createKeptReadings(documents: OpenDocuments): KeptReadings {
  const write = async (place: string, value: JsonValue | undefined) => {
    const document = await documents.open('preferences', DOCUMENT);
    await documents.refresh(document);
    document.setField(place, value);
    await documents.keep(document);
  };
  return {
    async find(place) {
      const document = await documents.open('preferences', DOCUMENT);
      return askedReading.safeParse(document.field(place)).data ?? null;
    },
    keep: (place, asked) => write(place, JSON.parse(JSON.stringify(asked)) as JsonValue),
    drop: (place) => write(place, undefined),
  };
}

const askedReading = z.object({
  key: z.string(),
  body: askSecondReader.body,
  askedAt: z.number(),
}) satisfies z.ZodType<AskedReading>;
