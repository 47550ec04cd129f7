import { z } from 'zod';
import { bodyLimits, endpoint } from './endpoint.ts';
import { emailField, idParam, isoDate, lineOfText, pagingQuery, queryFlag, storableText } from './fields.ts';

/** The fields a reader fills in. Name, e-mail and subject end up in mail headers, so none may contain a line break. */
const contactFields = z.object({
  name: lineOfText(120).min(1, 'Please enter your name.'),
  email: emailField('Please enter a valid email address.'),
  subject: lineOfText(200).default(''),
  message: storableText.trim().min(1, 'Please enter a message.').max(10_000, 'At most 10,000 characters, please.'),
});
export type ContactFields = z.output<typeof contactFields>;

/**
 * The form as it is sent: `website` is a field that people do not see, so only a program fills it in; `elapsedMs` says
 * how long the form was open. Both are hints against spam, absent without JavaScript; a wrong value never loses a
 * message.
 */
export const contactForm = contactFields.extend({
  website: z.string().max(2000).optional().catch('unreadable'),
  elapsedMs: z.number().min(0).optional().catch(undefined),
});

export const sendContactMessage = endpoint({
  name: 'sendContactMessage',
  method: 'POST',
  path: '/api/contact',
  access: 'public',
  fromPublished: true,
  summary: 'Sends the owner a message',
  body: contactForm,
  bodyLimit: bodyLimits.message,
  errors: ['invalid_input', 'rate_limited'],
});

/** A message as the owner reads it. It is text from a stranger: it is shown as text, never as HTML. */
const contactMessage = z
  .object({
    id: z.int(),
    name: z.string(),
    email: z.string(),
    subject: z.string(),
    message: z.string(),
    read: z.boolean(),
    /** True where the message looks as if a program wrote it: it is kept but not mailed. */
    suspect: z.boolean(),
    createdAt: isoDate,
  })
  .meta({ id: 'ContactMessage' });
export type ContactMessage = z.output<typeof contactMessage>;

export const listContactMessages = endpoint({
  name: 'listContactMessages',
  method: 'GET',
  path: '/api/contact-messages',
  summary: 'What readers sent, newest first. X-Total-Count and Link carry the paging',
  query: pagingQuery.extend({ read: queryFlag.optional() }),
  response: z.array(contactMessage),
});

export const updateContactMessage = endpoint({
  name: 'updateContactMessage',
  method: 'PUT',
  path: '/api/contact-messages/:id',
  summary: 'Marks a message read or unread',
  params: z.object({ id: idParam }),
  body: z.object({ read: z.boolean() }),
  response: contactMessage,
  errors: ['not_found'],
});

export const deleteContactMessage = endpoint({
  name: 'deleteContactMessage',
  method: 'DELETE',
  path: '/api/contact-messages/:id',
  audit: 'message_deleted',
  summary: 'Deletes a message for good',
  params: z.object({ id: idParam }),
  errors: ['not_found'],
});
