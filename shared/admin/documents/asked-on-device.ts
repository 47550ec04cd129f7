import type { z } from 'zod';
import type { JsonValue } from '#shared/workspace/json.ts';
import type { OpenDocuments } from './open-documents.ts';

/** Remembers the call that each form on this device has made, so that an owner who comes back finds the answer. */
export interface AskedOnDevice<Asked> {
  /** Returns null if nothing is remembered for the place, or if it cannot be read. */
  find(place: string): Promise<Asked | null>;
  /** Resolves when the value is on the disk. Throws NotKeptError. */
  keep(place: string, asked: Asked): Promise<void>;
  drop(place: string): Promise<void>;
}

/**
 * Keeps the values in a document of their own, whose id begins with "preferences:this-device": that document is never
 * sent to the server.
 */
export function createAskedOnDevice<Asked>(
  documents: OpenDocuments,
  id: `preferences:this-device-${string}`,
  schema: z.ZodType<Asked>,
): AskedOnDevice<Asked> {
  const write = async (place: string, value: JsonValue | undefined) => {
    const document = await documents.open('preferences', id);
    await documents.refresh(document);
    document.setField(place, value);
    await documents.keep(document);
  };
  return {
    async find(place) {
      const document = await documents.open('preferences', id);
      return schema.safeParse(document.field(place)).data ?? null;
    },
    keep: (place, asked) => write(place, JSON.parse(JSON.stringify(asked)) as JsonValue),
    drop: (place) => write(place, undefined),
  };
}
