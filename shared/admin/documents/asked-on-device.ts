import type { z } from 'zod';
import type { JsonValue } from '#shared/workspace/json.ts';
import type { OpenDocuments } from './open-documents.ts';

/** What was asked for on this device, one for each form: with it, whoever comes back finds the answer. */
export interface AskedOnDevice<Asked> {
  /** Null for none, and for one that cannot be read. */
  find(place: string): Promise<Asked | null>;
  /** On the disk when it resolves. Throws NotKeptError. */
  keep(place: string, asked: Asked): Promise<void>;
  drop(place: string): Promise<void>;
}

/** Keeps it in a document of its own, whose id begins with "preferences:this-device": no server has a say in it. */
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
