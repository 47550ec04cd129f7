import { z } from 'zod';
import { postFieldTable } from '#shared/kernel/post-field-table.ts';
import { aiTokens, finishReason, providerErrors } from './ai.ts';
import { bodyLimits, endpoint } from './endpoint.ts';
import { isoDate, storableText, storedInteger, textUpTo } from './fields.ts';

/** What a second reader can find in a post; all of it is told, nothing of it asks before publishing. */
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

/** Where the words stand that a finding is about. */
const quotedIn = z.enum(['title', 'excerpt', 'content']);

const readingFinding = z
  .object({
    kind: z.enum(readingKinds),
    /** The words it is about, as the model gave them; empty where it is about the whole. */
    quote: z.string(),
    /** What it is, in a sentence. */
    says: z.string(),
    /** What could be done; empty where it was not said. */
    advice: z.string(),
    /** Null where its words stand nowhere in the post. */
    where: quotedIn.nullable(),
    /** Where in the Markdown, in UTF-16 code units; null where it is no place in it. */
    place: z.object({ start: z.int(), end: z.int() }).nullable(),
  })
  .meta({ id: 'ReadingFinding' });
export type ReadingFinding = z.output<typeof readingFinding>;

/** What a second reader has found in a post. */
export const secondReading = z
  .object({
    findings: z.array(readingFinding),
    model: z.string(),
    /** Null where no price is known. */
    costUsd: z.number().nullable(),
    readAt: isoDate,
    /** False where the post says something else by now. */
    isCurrent: z.boolean(),
  })
  .meta({ id: 'SecondReading' });
export type SecondReading = z.output<typeof secondReading>;

/** What the second reader is given. */
const readingBody = z.object({
  /** 0 for a post not stored yet. */
  postId: storedInteger().min(0),
  /** The workspace document the words stand in, by which a post is known before it is stored; empty for none. */
  document: storableText.max(200),
  /** Its category, whose codex goes along; 0 for none. */
  categoryId: storedInteger().min(0),
  title: textUpTo(postFieldTable.title.max),
  excerpt: textUpTo(postFieldTable.excerpt.max),
  /** Markdown. */
  content: textUpTo(postFieldTable.content.max).refine((text) => text.trim() !== '', 'There is no text yet to read.'),
  /** Nobody has pressed for it: a batch asks, or a post that was published by itself. The owner's switch must allow it. */
  isAutomatic: z.boolean(),
  /** The run whose draft it is, whose costs it counts to. */
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
    /** Of the prompt, with all that goes along. */
    tokens: z.int(),
    /** The model that would be asked. */
    model: z.string(),
    /** About, with an answer of the usual length; null where no price is known. */
    costUsd: z.number().nullable(),
    /** With the longest answer: what the limits must have room for. */
    mostUsd: z.number().nullable(),
    /** USD that readings of this post may still cost, all limits taken together. */
    leftUsd: z.number(),
  }),
  errors: ['ai_not_configured', 'ai_context_too_large', 'ai_budget_reached', 'rate_limited'],
});
