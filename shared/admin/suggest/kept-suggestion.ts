import { z } from 'zod';
import { suggest } from '#shared/contract/suggestions.ts';
import type { JsonValue } from '#shared/workspace/json.ts';
import type { TextAnchor } from '#shared/workspace/text-anchor.ts';
import type { OpenDocuments } from '../documents/open-documents.ts';

/** A suggestion that was asked for, as this computer keeps it: with it, whoever comes back finds the answer. */
export interface AskedSuggestion {
  /** Its Idempotency-Key. */
  readonly key: string;
  readonly body: z.output<typeof suggest.body>;
  /** The part of the text it is about. */
  readonly anchor: TextAnchor;
  /** Whether all of the text was meant, and not a part that was selected. */
  readonly isWhole: boolean;
  /** Whether it is for the featured picture's alternative text. */
  readonly isFeatured: boolean;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
  /** Edits that were taken or left, by their place in the list. */
  readonly done: readonly number[];
}

/** The suggestions asked for on this device, one for each form. */
export interface KeptSuggestions {
  find(place: string): Promise<AskedSuggestion | null>;
  /** On the disk when it resolves. Throws NotKeptError. */
  keep(place: string, asked: AskedSuggestion): Promise<void>;
  drop(place: string): Promise<void>;
}

/** It never leaves this device: another one would show the same card beside it. */
const DOCUMENT = 'preferences:this-device-suggestions';

export function createKeptSuggestions(documents: OpenDocuments): KeptSuggestions {
  const write = async (place: string, value: JsonValue | undefined) => {
    const document = await documents.open('preferences', DOCUMENT);
    await documents.refresh(document);
    document.setField(place, value);
    await documents.keep(document);
  };
  return {
    async find(place) {
      const document = await documents.open('preferences', DOCUMENT);
      return askedSuggestion.safeParse(document.field(place)).data ?? null;
    },
    keep: (place, asked) => write(place, JSON.parse(JSON.stringify(asked)) as JsonValue),
    drop: (place) => write(place, undefined),
  };
}

const askedSuggestion = z.object({
  key: z.string(),
  body: suggest.body,
  anchor: z.object({ quote: z.string(), isBehind: z.boolean(), start: z.string(), end: z.string() }),
  isWhole: z.boolean(),
  isFeatured: z.boolean(),
  askedAt: z.number(),
  done: z.array(z.int()),
}) satisfies z.ZodType<AskedSuggestion>;
