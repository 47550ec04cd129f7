import { z } from 'zod';
import { suggest } from '#shared/contract/suggestions.ts';
import type { TextAnchor } from '#shared/workspace/text-anchor.ts';
import { type AskedOnDevice, createAskedOnDevice } from '../documents/asked-on-device.ts';
import type { OpenDocuments } from '../documents/open-documents.ts';

/** A suggestion that was asked for, as this computer keeps it. */
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

/** The suggestions asked for on this device. */
export type KeptSuggestions = AskedOnDevice<AskedSuggestion>;

/** They never leave this device: another one would show the same card beside it. */
export function createKeptSuggestions(documents: OpenDocuments): KeptSuggestions {
  return createAskedOnDevice(documents, 'preferences:this-device-suggestions', askedSuggestion);
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
