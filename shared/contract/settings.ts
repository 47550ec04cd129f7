import { z } from 'zod';
import { POST_EMPHASIS, POST_PICTURES } from '#shared/kernel/post-style.ts';
import { MODEL_NOTES } from '#shared/kernel/provenance.ts';
import { endpoint } from './endpoint.ts';
import { emailField, lineOfText } from './fields.ts';

/**
 * The settings of the site that the owner can change without restarting the server. The contact address may be empty:
 * none is shown then.
 */
const settings = z
  .object({
    siteName: z.string(),
    tagline: z.string(),
    contact: z.object({ support: z.string(), partnerships: z.string(), submissions: z.string() }),
    // Absent in answers of older servers, which show posts in one way only.
    postPictures: z.enum(POST_PICTURES).default('small'),
    postEmphasis: z.enum(POST_EMPHASIS).default('remove'),
    // Absent in answers of older servers, which tell readers nothing.
    modelNote: z.enum(MODEL_NOTES).default('hide'),
    /** Placeholders in the terms that the owner has still to fill in, and that readers see: "[Your State/Country]". */
    termsPlaceholders: z.array(z.string()).default([]),
  })
  .meta({ id: 'Settings' });
export type Settings = z.output<typeof settings>;

const contactAddress = z.union([z.literal(''), emailField('Must be a valid email')]).optional();

/** Any of the settings; an absent setting stays as it is. */
export const settingsFields = z.object({
  siteName: lineOfText(120).min(1, 'Name is required').optional(),
  tagline: lineOfText(300).optional(),
  contact: z.object({ support: contactAddress, partnerships: contactAddress, submissions: contactAddress }).optional(),
  postPictures: z.enum(POST_PICTURES).optional(),
  postEmphasis: z.enum(POST_EMPHASIS).optional(),
  modelNote: z.enum(MODEL_NOTES).optional(),
});

export const getSettings = endpoint({
  name: 'getSettings',
  method: 'GET',
  path: '/api/settings',
  summary: 'The site’s name, tagline and contact addresses, and how posts are shown',
  response: settings,
});

export const updateSettings = endpoint({
  name: 'updateSettings',
  method: 'PUT',
  path: '/api/settings',
  summary: 'Changes any of the settings',
  body: settingsFields,
  response: settings,
});
