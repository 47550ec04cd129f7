import { z } from 'zod';
import { postFieldTable } from '#shared/kernel/post-field-table.ts';
import { aiTokens, chatEvents, finishReason, providerErrors } from './ai.ts';
import { bodyLimits, endpoint } from './endpoint.ts';
import { lineOfText, storableText, storedInteger, textUpTo } from './fields.ts';

/** The kinds of help that a model can give inside a post. */
export const suggestionKinds = [
  'rewrite',
  'shorten',
  'lengthen',
  'plainer',
  'proofread',
  'continue',
  'translate',
  'command',
  'headlines',
  'excerpt',
  'meta-title',
  'meta-description',
  'tags',
  'alt-texts',
  'links',
] as const;
export type SuggestionKind = (typeof suggestionKinds)[number];

/** The most characters that are sent along from before, and from behind, the text in question. */
export const MAX_AROUND = 4000;
/** The most characters of an own command, and of its name. */
export const MAX_COMMAND = 4000;
export const MAX_COMMAND_NAME = 60;
/** The most pictures that one call describes. */
export const MOST_PICTURES = 10;

/** The field that each kind requires. */
const needs: Partial<Record<SuggestionKind, 'language' | 'command' | 'pictures'>> = {
  translate: 'language',
  command: 'command',
  'alt-texts': 'pictures',
};
const needed = {
  language: 'Say into which language.',
  command: 'Say what is to be done.',
  pictures: 'There is no picture to describe.',
};

const suggestionBody = z
  .object({
    kind: z.enum(suggestionKinds),
    /** The post that the call is for; 0 for one not stored yet. */
    postId: storedInteger().min(0),
    /** The post's category, whose codex is sent along; 0 for none. */
    categoryId: storedInteger().min(0),
    title: textUpTo(postFieldTable.title.max),
    /** Markdown: the selection, or the whole text. */
    text: textUpTo(postFieldTable.content.max),
    before: textUpTo(MAX_AROUND),
    after: textUpTo(MAX_AROUND),
    language: lineOfText(60),
    command: textUpTo(MAX_COMMAND),
    /** The addresses of pictures in the text. */
    pictures: z.array(storableText.max(2000)).max(MOST_PICTURES, `At most ${MOST_PICTURES} pictures at once, please.`),
  })
  .superRefine(({ kind, text, title, ...given }, { addIssue }) => {
    const need = needs[kind];
    if (need !== undefined && given[need].length === 0) {
      addIssue({ code: 'custom', path: [need], message: needed[need] });
    }
    if (need !== 'pictures' && text.trim() === '' && title.trim() === '') {
      addIssue({ code: 'custom', path: ['text'], message: 'There is no text yet to work with.' });
    }
  });
export type SuggestionBody = z.output<typeof suggestionBody>;

/** One place that is to be changed: the sent text contains `quote` exactly. */
const suggestedEdit = z.object({
  quote: z.string(),
  replacement: z.string(),
  /** The reason, in a few words; empty where the model gave none. */
  why: z.string(),
});
export type SuggestedEdit = z.output<typeof suggestedEdit>;

/** The parsed result of an answer. */
const suggestion = z
  .discriminatedUnion('shape', [
    /** Markdown that replaces the text or, for `continue`, follows it. */
    z.object({ shape: z.literal('text'), text: z.string() }),
    /** Several choices, of which the owner takes one; tags are taken one by one. */
    z.object({ shape: z.literal('choices'), choices: z.array(z.string()) }),
    /** Each edit is accepted or left by itself. */
    z.object({ shape: z.literal('edits'), edits: z.array(suggestedEdit) }),
  ])
  .meta({ id: 'Suggestion' });
export type Suggestion = z.output<typeof suggestion>;

export const suggestionAnswer = z
  .object({ output: z.string(), usage: aiTokens, model: z.string(), finishReason, suggestion })
  .meta({ id: 'SuggestionAnswer' });
export type SuggestionAnswer = z.output<typeof suggestionAnswer>;

const { delta, usage, error } = chatEvents;
/** The events are those of a chat; the last one contains the parsed result. */
const suggestionEvent = z
  .discriminatedUnion('event', [
    delta,
    usage,
    z.object({ event: z.literal('done'), data: z.object({ model: z.string(), finishReason, suggestion }) }),
    error,
  ])
  .meta({ id: 'SuggestionEvent' });
export type SuggestionEvent = z.output<typeof suggestionEvent>;

export const suggest = endpoint({
  name: 'suggest',
  method: 'POST',
  path: '/api/ai/suggestions',
  summary:
    'Help inside a post: asks the model about a text; with `Accept: text/event-stream` the answer comes as events. Stopped as a chat is',
  body: suggestionBody,
  bodyLimit: bodyLimits.text,
  response: suggestionAnswer,
  stream: 'text/event-stream',
  events: suggestionEvent,
  errors: [...providerErrors, 'idempotency_mismatch'],
  idempotent: true,
});

export const estimateSuggestion = endpoint({
  name: 'estimateSuggestion',
  method: 'POST',
  path: '/api/ai/suggestions/estimate',
  summary: 'About what a suggestion would take, before anything is spent',
  body: suggestionBody,
  bodyLimit: bodyLimits.text,
  response: z.object({
    /** The tokens of the prompt, with everything that is sent along. */
    tokens: z.int(),
    /** The model that would be asked. */
    model: z.string(),
    /** Whether the model would be shown the pictures, or only the text about them. */
    seesPictures: z.boolean(),
    /** The approximate cost with an answer of the usual length; null where no price is known. */
    costUsd: z.number().nullable(),
    /** USD left this month; null for no limit. */
    leftUsd: z.number().nullable(),
  }),
  errors: ['ai_not_configured', 'ai_context_too_large', 'rate_limited'],
});
