import { z } from 'zod';
import { isoDate } from '#shared/contract/fields.ts';
import { historyOrigin } from '#shared/contract/history.ts';
import { settingsFields } from '#shared/contract/settings.ts';

// The parts of a site that an export contains besides its posts, pictures, authors, categories, redirects and codices.
// Older exports have none of them. Texts are exported unchecked: an import checks each one by itself, so that one fault
// spoils only one thing.

/** A former slug of a post, tag or author, and the current slug of the same object. */
const formerSlug = z.object({ slug: z.string(), to: z.string() });

const formerAddresses = z.object({
  posts: z.array(formerSlug).default([]),
  tags: z.array(formerSlug).default([]),
  authors: z.array(formerSlug).default([]),
});
export type FormerAddresses = z.output<typeof formerAddresses>;
export const noFormerAddresses: FormerAddresses = { posts: [], tags: [], authors: [] };

const exportedVersion = z.object({
  number: z.int().min(1),
  prompt: z.string(),
  isDefault: z.boolean(),
  note: z.string(),
  origin: historyOrigin,
  createdAt: isoDate,
});

/** A step's current prompt, with all its versions. */
const exportedPrompt = z.object({
  step: z.string(),
  title: z.string(),
  description: z.string(),
  prompt: z.string(),
  isDefault: z.boolean(),
  versions: z.array(exportedVersion),
});
export type ExportedPrompt = z.output<typeof exportedPrompt>;

/** A topic that somebody follows; `slug` is empty for the whole site. */
const exportedTopic = z.object({
  kind: z.enum(['site', 'category', 'tag', 'author']),
  slug: z.string(),
});

const exportedSubscriber = z.object({
  email: z.string(),
  name: z.string().nullable(),
  isSubscribed: z.boolean(),
  source: z.enum(['site', 'import', 'owner']),
  createdAt: isoDate,
  endedAt: isoDate.nullable(),
  /** The key from which the links in sent letters were made, so that they stay valid after a move. */
  linkKey: z.string().nullable(),
  topics: z.array(exportedTopic),
});
export type ExportedSubscriber = z.output<typeof exportedSubscriber>;

/** An address to which nothing may be sent any more, as a hash only. */
const suppressedAddress = z.object({
  addressHash: z.string().regex(/^[0-9a-f]{64}$/),
  reason: z.enum(['bounced', 'complained', 'erased']),
  createdAt: isoDate,
});

/** The fields of the manifest for these parts. */
export const exportedParts = {
  /** The values that the owner has set in Settings, without those of the configuration. None of them is secret. */
  settings: settingsFields.default({}),
  tags: z.array(z.object({ name: z.string(), slug: z.string() })).default([]),
  formerAddresses: formerAddresses.default(noFormerAddresses),
  prompts: z.array(exportedPrompt).default([]),
  subscribers: z.array(exportedSubscriber).default([]),
  suppressed: z.array(suppressedAddress).default([]),
};
const partsSchema = z.object(exportedParts);
export type ExportedParts = z.output<typeof partsSchema>;
