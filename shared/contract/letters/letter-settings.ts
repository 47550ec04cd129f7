import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { emailField, lineOfText, storedInteger, textUpTo } from '../fields.ts';

/** The fields that must be set before any letter is sent, in the order of the form. */
export const senderFields = ['senderName', 'replyTo', 'postalAddress'] as const;
export type SenderField = (typeof senderFields)[number];

const isTimeZone = (name: string) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

/** A name from the time zone database: "Europe/Berlin". */
const timeZone = lineOfText(80).refine(isTimeZone, 'Must be a time zone: Europe/Berlin');

/** The sender of letters, and when letters are sent automatically. */
export const letterSettings = z
  .object({
    /** Empty until the owner sets it, like the next two fields; no letter is sent until then. */
    senderName: z.string(),
    replyTo: z.string(),
    /** One or more lines: a sender of letters must say where to find them. */
    postalAddress: z.string(),
    /** Whether a post is sent as a letter when it goes live for the first time. */
    atPublication: z.boolean(),
    /** The time between a post's going live and the first letter, in which sending can be stopped. */
    waitMinutes: z.int(),
    hasDigest: z.boolean(),
    /** 0 for Sunday. */
    digestDay: z.int(),
    /** 0 to 23, in `timeZone`. */
    digestHour: z.int(),
    timeZone: z.string(),
    /** The most letters per minute that are passed to the mail server. */
    perMinute: z.int(),
    perHour: z.int(),
  })
  .meta({ id: 'LetterSettings' });
export type LetterSettings = z.output<typeof letterSettings>;

const wholeNumber = (min: number, max: number) => storedInteger().min(min).max(max).optional();

/** Any of the settings; an absent setting stays as it is. */
export const letterSettingsFields = z.object({
  senderName: lineOfText(120).optional(),
  replyTo: z.union([z.literal(''), emailField('Must be a valid email')]).optional(),
  postalAddress: textUpTo(400).trim().optional(),
  atPublication: z.boolean().optional(),
  waitMinutes: wholeNumber(0, 1440),
  hasDigest: z.boolean().optional(),
  digestDay: wholeNumber(0, 6),
  digestHour: wholeNumber(0, 23),
  timeZone: timeZone.optional(),
  perMinute: wholeNumber(1, 10_000),
  perHour: wholeNumber(1, 500_000),
});

export const getLetterSettings = endpoint({
  name: 'getLetterSettings',
  method: 'GET',
  path: '/api/letters/settings',
  summary: 'Who letters are from, and when they go out by themselves',
  response: letterSettings,
});

export const updateLetterSettings = endpoint({
  name: 'updateLetterSettings',
  method: 'PUT',
  path: '/api/letters/settings',
  audit: 'letter_settings_changed',
  summary: 'Changes any of the settings of letters',
  body: letterSettingsFields,
  response: letterSettings,
});
