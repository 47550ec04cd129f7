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
  /** The part of the text that the suggestion is about. */
  readonly anchor: TextAnchor;
  /** Whether the whole text was meant, not a selected part. */
  readonly isWhole: boolean;
  /** Whether the suggestion is for the featured picture's alternative text. */
  readonly isFeatured: boolean;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
  /** The edits that were accepted or rejected, by their index in the list. */
  readonly done: readonly number[];
}

/** The suggestions that were asked for on this device. */
export type KeptSuggestions = AskedOnDevice<AskedSuggestion>;

/** The suggestions never leave this device: another device would show the same card at the same time. */
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
