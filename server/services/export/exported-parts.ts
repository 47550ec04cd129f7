import { z } from 'zod';
import { isoDate } from '#shared/contract/fields.ts';
import { historyOrigin } from '#shared/contract/history.ts';
import { settingsFields } from '#shared/contract/settings.ts';

// What an export says of a site beside its posts, pictures, authors, categories, redirects and codices. Older exports
// have none of it. Texts are taken as they are: an import checks each by itself, so that one fault spoils one thing.

/** An address that once was of a post, tag or author, and whose it is now: both slugs. */
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

/** A step's prompt as it is, with all it ever was. */
const exportedPrompt = z.object({
  step: z.string(),
  title: z.string(),
  description: z.string(),
  prompt: z.string(),
  isDefault: z.boolean(),
  versions: z.array(exportedVersion),
});
export type ExportedPrompt = z.output<typeof exportedPrompt>;

/** What somebody follows; `slug` is empty for the whole site. */
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
  /** What the links in letters that were sent are made with: they hold after a move. */
  linkKey: z.string().nullable(),
  topics: z.array(exportedTopic),
});
export type ExportedSubscriber = z.output<typeof exportedSubscriber>;

/** An address nobody may write to any more: as its hash alone. */
const suppressedAddress = z.object({
  addressHash: z.string().regex(/^[0-9a-f]{64}$/),
  reason: z.enum(['bounced', 'complained', 'erased']),
  createdAt: isoDate,
});

/** The fields of the manifest that hold all this. */
export const exportedParts = {
  /** What the owner has set in Settings, and the configuration has not. Nothing secret is among it. */
  settings: settingsFields.default({}),
  tags: z.array(z.object({ name: z.string(), slug: z.string() })).default([]),
  formerAddresses: formerAddresses.default(noFormerAddresses),
  prompts: z.array(exportedPrompt).default([]),
  subscribers: z.array(exportedSubscriber).default([]),
  suppressed: z.array(suppressedAddress).default([]),
};
const partsSchema = z.object(exportedParts);
export type ExportedParts = z.output<typeof partsSchema>;
