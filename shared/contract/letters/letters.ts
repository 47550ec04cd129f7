import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { idParam, isoDate, pagingQuery, storedInteger } from '../fields.ts';
import { senderFields } from './letter-settings.ts';

/** The most posts in one letter. */
export const MOST_POSTS_IN_LETTER = 40;

/**
 * The recipients of a letter: `followers`, who follow the site or anything its posts are filed under; `all`, who follow
 * anything; or the followers of one category, tag or author.
 */
export const letterAudience = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['followers', 'all']) }),
  z.object({ kind: z.enum(['category', 'tag', 'author']), targetId: storedInteger().positive() }),
]);
export type LetterAudience = z.output<typeof letterAudience>;

const letterStates = ['waiting', 'preparing', 'sending', 'paused', 'done', 'cancelled'] as const;
export type LetterState = (typeof letterStates)[number];

/** The progress of a letter, in numbers of recipients. */
export const letterFigures = z.object({
  recipients: z.int(),
  sent: z.int(),
  failed: z.int(),
  /** Recipients who had unsubscribed by then, or must not be written to. */
  left: z.int(),
  /**
   * Of the recipients it was sent to, how many may have it more than once, because the mail server's answer was lost.
   */
  perhapsTwice: z.int(),
});
export type LetterFigures = z.output<typeof letterFigures>;

const letter = letterFigures
  .extend({
    id: z.int(),
    /** `posts`: several posts that went live at once. */
    kind: z.enum(['post', 'posts', 'digest']),
    byHand: z.boolean(),
    subject: z.string(),
    /** The posts of the letter that still exist. */
    posts: z.array(z.object({ id: z.int(), title: z.string() })),
    state: z.enum(letterStates),
    /** Why the letter is paused or was cancelled; null where the owner did it. */
    reason: z.string().nullable(),
    createdAt: isoDate,
    startsAt: isoDate,
    endedAt: isoDate.nullable(),
  })
  .meta({ id: 'Letter' });
export type Letter = z.output<typeof letter>;

/** The parts of a letter that the owner makes by hand. */
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

/** What the owner still lacks to send letters, and which letter comes next. */
const lettersState = z
  .object({
    hasMailServer: z.boolean(),
    /** The sender fields that are not set yet. */
    missing: z.array(z.enum(senderFields)),
    subscribers: z.int(),
    /** The number of recipients that letters being sent have still to reach. */
    waiting: z.int(),
    /**
     * Why nothing is sent at present, in the mail server's words, and when sending is retried; null where nothing is
     * wrong.
     */
    rest: z.object({ reason: z.string(), until: isoDate }).nullable(),
    nextDigestAt: isoDate.nullable(),
    /** The number of posts that the next digest would contain at present. */
    nextDigestPosts: z.int(),
    /** The address that tests are sent to. */
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
    /** A complete page, as a mail program receives it. */
    html: z.string(),
    text: z.string(),
    /** The size of the HTML, in bytes of UTF-8. */
    bytes: z.int(),
    /** Whether the letter ends with "Read the rest". */
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

/** A recipient whom a letter has not reached, or has perhaps reached twice. */
const letterTrouble = z
  .object({
    email: z.string(),
    state: z.enum(['failed', 'waiting', 'sent']),
    /** The mail server's answer; null where it was lost. */
    answer: z.string().nullable(),
    perhapsTwice: z.boolean(),
    /** When sending is retried; null where it is not. */
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

/** The letter that publishing a post will send. */
const publicationLetter = z
  .object({
    /** Whether the letter is sent when the post goes live for the first time, as things are now. */
    willBeSent: z.boolean(),
    /** Whether the owner wants no letter for the post. */
    isHeld: z.boolean(),
    /** Whether letters at publication are on and can be sent, and the post has never been live. */
    canBeSent: z.boolean(),
    /** The number of subscribers who would get the letter. */
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
