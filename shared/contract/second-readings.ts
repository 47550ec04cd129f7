import { z } from 'zod';
import { postFieldTable } from '#shared/kernel/post-field-table.ts';
import { aiTokens, finishReason, providerErrors } from './ai.ts';
import { bodyLimits, endpoint } from './endpoint.ts';
import { isoDate, storableText, storedInteger, textUpTo } from './fields.ts';

/** The kinds of findings of a second reader; all are shown, and none of them asks before publishing. */
export const readingKinds = [
  'doubtful-fact',
  'contradiction',
  'unclear',
  'tone',
  'missing',
  'weak-opening',
  'structure',
  'other',
] as const;
export type ReadingKind = (typeof readingKinds)[number];

/** The field that contains the words of a finding. */
const quotedIn = z.enum(['title', 'excerpt', 'content']);

const readingFinding = z
  .object({
    kind: z.enum(readingKinds),
    /** The words the finding is about, as the model gave them; empty where it is about the whole post. */
    quote: z.string(),
    /** The finding in one sentence. */
    says: z.string(),
    /** What could be done about it; empty where the model did not say. */
    advice: z.string(),
    /** Null where the post does not contain the words. */
    where: quotedIn.nullable(),
    /** The place in the Markdown, in UTF-16 code units; null where the finding has no place in it. */
    place: z.object({ start: z.int(), end: z.int() }).nullable(),
  })
  .meta({ id: 'ReadingFinding' });
export type ReadingFinding = z.output<typeof readingFinding>;

/** The findings of a second reader in a post. */
export const secondReading = z
  .object({
    findings: z.array(readingFinding),
    model: z.string(),
    /** Null where no price is known. */
    costUsd: z.number().nullable(),
    readAt: isoDate,
    /** False where the post has changed since. */
    isCurrent: z.boolean(),
  })
  .meta({ id: 'SecondReading' });
export type SecondReading = z.output<typeof secondReading>;

/** The input of the second reader. */
const readingBody = z.object({
  /** 0 for a post that is not stored yet. */
  postId: storedInteger().min(0),
  /** The workspace document that holds the words; it identifies a post that is not stored yet. Empty for none. */
  document: storableText.max(200),
  /** The post's category, whose codex is sent along; 0 for none. */
  categoryId: storedInteger().min(0),
  title: textUpTo(postFieldTable.title.max),
  excerpt: textUpTo(postFieldTable.excerpt.max),
  /** Markdown. */
  content: textUpTo(postFieldTable.content.max).refine((text) => text.trim() !== '', 'There is no text yet to read.'),
  /**
   * True where nobody pressed a button: a batch asks, or a post was published automatically. The owner's switch must
   * allow it.
   */
  isAutomatic: z.boolean(),
  /** The run that wrote the draft; the reading counts to its costs. */
  runId: storableText.max(100).optional(),
});
export type ReadingBody = z.output<typeof readingBody>;

export const readingAnswer = z
  .object({ reading: secondReading, output: z.string(), usage: aiTokens, model: z.string(), finishReason })
  .meta({ id: 'SecondReadingAnswer' });
export type ReadingAnswer = z.output<typeof readingAnswer>;

export const askSecondReader = endpoint({
  name: 'askSecondReader',
  method: 'POST',
  path: '/api/ai/second-readings',
  summary:
    'Has a model read a post before it is published, within the limits of the second reader. It is kept with the post, and comes with what the judge says of it. Stopped as a chat is',
  body: readingBody,
  bodyLimit: bodyLimits.text,
  response: readingAnswer,
  errors: [...providerErrors, 'idempotency_mismatch'],
  idempotent: true,
});

export const estimateReading = endpoint({
  name: 'estimateReading',
  method: 'POST',
  path: '/api/ai/second-readings/estimate',
  summary: 'About what a second reading would take, before anything is spent',
  body: readingBody,
  bodyLimit: bodyLimits.text,
  response: z.object({
    /** The tokens of the prompt, with everything that is sent along. */
    tokens: z.int(),
    /** The model that would be asked. */
    model: z.string(),
    /** The approximate cost with an answer of the usual length; null where no price is known. */
    costUsd: z.number().nullable(),
    /** The cost with the longest answer: the limits must have room for it. */
    mostUsd: z.number().nullable(),
    /** The USD that readings of this post may still cost, under all limits together. */
    leftUsd: z.number(),
  }),
  errors: ['ai_not_configured', 'ai_context_too_large', 'ai_budget_reached', 'rate_limited'],
});
