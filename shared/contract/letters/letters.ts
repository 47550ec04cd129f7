import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { idParam, isoDate, pagingQuery, storedInteger } from '../fields.ts';
import { senderFields } from './letter-settings.ts';

/** Posts in one letter. */
export const MOST_POSTS_IN_LETTER = 40;

/**
 * Who is to get a letter: `followers`, who follow the site or anything its posts are filed under; `all` who follow
 * anything; or who follow one category, tag or author.
 */
export const letterAudience = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['followers', 'all']) }),
  z.object({ kind: z.enum(['category', 'tag', 'author']), targetId: storedInteger().positive() }),
]);
export type LetterAudience = z.output<typeof letterAudience>;

const letterStates = ['waiting', 'preparing', 'sending', 'paused', 'done', 'cancelled'] as const;
export type LetterState = (typeof letterStates)[number];

/** How a letter goes, in recipients. */
export const letterFigures = z.object({
  recipients: z.int(),
  sent: z.int(),
  failed: z.int(),
  /** They had unsubscribed by then, or must not be written to. */
  left: z.int(),
  /** Of those it was sent to, how many may have it more than once: the answer of the mail server was lost. */
  perhapsTwice: z.int(),
});
export type LetterFigures = z.output<typeof letterFigures>;

const letter = letterFigures
  .extend({
    id: z.int(),
    /** `posts`: several that went live at once. */
    kind: z.enum(['post', 'posts', 'digest']),
    byHand: z.boolean(),
    subject: z.string(),
    /** The posts it tells of that still exist. */
    posts: z.array(z.object({ id: z.int(), title: z.string() })),
    state: z.enum(letterStates),
    /** Why it is paused or was cancelled; null where the owner has done it. */
    reason: z.string().nullable(),
    createdAt: isoDate,
    startsAt: isoDate,
    endedAt: isoDate.nullable(),
  })
  .meta({ id: 'Letter' });
export type Letter = z.output<typeof letter>;

/** Of what a letter consists that is made by hand. */
const draftLetter = z.object({
  postIds: z.array(storedInteger().positive()).min(1, 'Choose a post').max(MOST_POSTS_IN_LETTER),
  audience: letterAudience,
});

export const listLetters = endpoint({
  name: 'listLetters',
  method: 'GET',
  path: '/api/letters',
  summary: 'Letters, newest first, and how far each has come. X-Total-Count and Link carry the paging',
  query: pagingQuery,
  response: z.array(letter),
});

/** What stands between the owner and a letter, and what goes out next. */
const lettersState = z
  .object({
    hasMailServer: z.boolean(),
    /** What is still to be set. */
    missing: z.array(z.enum(senderFields)),
    subscribers: z.int(),
    /** Recipients that letters on their way have still to reach. */
    waiting: z.int(),
    /** Why nothing is sent just now, in the mail server's words, and when it is tried again; null where nothing is wrong. */
    rest: z.object({ reason: z.string(), until: isoDate }).nullable(),
    nextDigestAt: isoDate.nullable(),
    /** Posts the next digest would tell of at present. */
    nextDigestPosts: z.int(),
    /** Where a test goes. */
    ownerEmail: z.string(),
  })
  .meta({ id: 'LettersState' });
export type LettersState = z.output<typeof lettersState>;

export const getLettersState = endpoint({
  name: 'getLettersState',
  method: 'GET',
  path: '/api/letters/state',
  summary: 'Whether letters can be sent, what is missing, and what goes out next',
  response: lettersState,
});

const letterPreview = z
  .object({
    subject: z.string(),
    /** A whole page, as a mail program is given it. */
    html: z.string(),
    text: z.string(),
    /** Of the HTML, in bytes of UTF-8. */
    bytes: z.int(),
    /** Whether it ends in "Read the rest". */
    isCut: z.boolean(),
    recipients: z.int(),
  })
  .meta({ id: 'LetterPreview' });
export type LetterPreview = z.output<typeof letterPreview>;

export const previewLetter = endpoint({
  name: 'previewLetter',
  method: 'POST',
  path: '/api/letters/preview',
  status: 200,
  summary: 'What a letter of these posts would say, and how many would get it. Nothing is sent',
  body: draftLetter,
  response: letterPreview,
  errors: ['post_not_found'],
});

export const testLetter = endpoint({
  name: 'testLetter',
  method: 'POST',
  path: '/api/letters/test',
  summary: 'Sends such a letter to the owner alone',
  body: draftLetter,
  errors: ['post_not_found', 'letters_not_ready', 'mail_refused', 'rate_limited'],
});

export const createLetter = endpoint({
  name: 'createLetter',
  method: 'POST',
  path: '/api/letters',
  status: 201,
  audit: 'letter_begun',
  summary: 'Sends a letter of live posts. The same key again is the same letter',
  body: draftLetter.extend({ key: z.uuid() }),
  response: letter,
  errors: ['post_not_found', 'letters_not_ready'],
});

const letterActions = ['pause', 'resume', 'cancel'] as const;
export type LetterAction = (typeof letterActions)[number];

export const changeLetter = endpoint({
  name: 'changeLetter',
  method: 'PUT',
  path: '/api/letters/:id',
  audit: 'letter_changed',
  summary: 'Pauses a letter, lets it go on, or cancels what of it waits. One that is over stays as it is',
  params: z.object({ id: idParam }),
  body: z.object({ action: z.enum(letterActions) }),
  response: letter,
  errors: ['not_found'],
});

/** Somebody a letter has not reached, or perhaps twice. */
const letterTrouble = z
  .object({
    email: z.string(),
    state: z.enum(['failed', 'waiting', 'sent']),
    /** What the mail server said; null where its answer was lost. */
    answer: z.string().nullable(),
    perhapsTwice: z.boolean(),
    /** When it is tried again; null where it is not. */
    nextTryAt: isoDate.nullable(),
  })
  .meta({ id: 'LetterTrouble' });
export type LetterTrouble = z.output<typeof letterTrouble>;

export const listLetterTroubles = endpoint({
  name: 'listLetterTroubles',
  method: 'GET',
  path: '/api/letters/:id/troubles',
  summary: 'Whom a letter did not reach, and why: at most a hundred',
  params: z.object({ id: idParam }),
  response: z.array(letterTrouble),
  errors: ['not_found'],
});

/** What publishing a post will send. */
const publicationLetter = z
  .object({
    /** Whether it is sent when it goes live for the first time, as things stand. */
    willBeSent: z.boolean(),
    /** The owner wants no letter for it. */
    isHeld: z.boolean(),
    /** Whether letters at publication are on and can be sent, and the post was never live. */
    canBeSent: z.boolean(),
    /** Those who would get it. */
    recipients: z.int(),
    waitMinutes: z.int(),
  })
  .meta({ id: 'PublicationLetter' });
export type PublicationLetter = z.output<typeof publicationLetter>;

const filing = z.object({
  /** 0 for a post that is not stored yet. */
  postId: z.coerce.number<string | number>().int().min(0),
  categoryId: z.coerce.number<string | number>().int().min(0).optional(),
  authorId: z.coerce.number<string | number>().int().min(0).optional(),
});

export const getPublicationLetter = endpoint({
  name: 'getPublicationLetter',
  method: 'GET',
  path: '/api/letters/publication',
  summary: 'Whether a post’s first going live is sent as a letter, and to how many',
  query: filing,
  response: publicationLetter,
});

export const holdPublicationLetter = endpoint({
  name: 'holdPublicationLetter',
  method: 'PUT',
  path: '/api/letters/publication/:postId',
  audit: 'letter_held',
  summary: 'Says whether a post’s first going live is sent as a letter; one that waits for its time is cancelled',
  params: z.object({ postId: idParam }),
  body: z.object({ isHeld: z.boolean() }),
  errors: ['post_not_found'],
});
