import { z } from 'zod';
import { MESSAGE_TYPES, WEBHOOK_EVENTS } from '#shared/kernel/webhook-events.ts';
import { bodyLimits, endpoint } from './endpoint.ts';
import { idParam, isoDate, lineOfText, pagingQuery, textUpTo } from './fields.ts';

// What the owner has other programs told of posts: addresses that messages are sent to, and what became of each.

/** Webhooks the owner can have at a time. */
export const MOST_WEBHOOKS = 20;

const address = textUpTo(2000)
  .trim()
  .pipe(z.url({ protocol: /^https?$/, error: 'An address begins with https://.' }));

/** What the owner says of a webhook. */
export const webhookFields = z.object({
  name: lineOfText(80).min(1, 'Say what it is for.'),
  address,
  events: z
    .array(z.enum(WEBHOOK_EVENTS))
    .min(1, 'Choose at least one event.')
    .max(WEBHOOK_EVENTS.length)
    .transform((events) => WEBHOOK_EVENTS.filter((event) => events.includes(event))),
  /** Whether it hears of saves of posts that readers do not see: their id, slug and title. */
  hearsDrafts: z.boolean(),
  isOn: z.boolean(),
});
export type WebhookFields = z.output<typeof webhookFields>;

const webhook = z
  .object({
    id: z.int(),
    name: z.string(),
    address: z.string(),
    events: z.array(z.enum(WEBHOOK_EVENTS)),
    hearsDrafts: z.boolean(),
    isOn: z.boolean(),
    /** Why the server has switched it off, in words; null where the owner did, and while it is on. */
    offReason: z.string().nullable(),
    /** `again`: it was kept by a server with another secret, so that a new one must be made. */
    secret: z.enum(['kept', 'again']),
    createdAt: isoDate,
    /** Messages that wait to be sent, or to be tried again. */
    waiting: z.int(),
    /** What became of the last message that was tried; null before the first. */
    lastState: z.enum(['waiting', 'delivered', 'failed']).nullable(),
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.output<typeof webhook>;

/** Its secret is told here alone. */
const newWebhook = webhook.extend({ secretText: z.string() }).meta({ id: 'NewWebhook' });

/** One message and what became of it. */
const webhookDelivery = z
  .object({
    id: z.int(),
    /** What `webhook-id` said, the same at each try. */
    messageId: z.string(),
    type: z.enum(MESSAGE_TYPES),
    state: z.enum(['waiting', 'delivered', 'failed']),
    createdAt: isoDate,
    /** When it is tried next; null while nothing is to be tried. */
    dueAt: isoDate.nullable(),
    attempts: z.int(),
    triedAt: isoDate.nullable(),
    /** The status that was answered at the last try; null where nothing was. */
    status: z.int().nullable(),
    /** What happened at the last try, in words for the owner. */
    words: z.string(),
    /** Milliseconds of the last try. */
    duration: z.int().nullable(),
    /** What is sent, word for word. */
    body: z.string(),
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.output<typeof webhookDelivery>;

const params = z.object({ id: idParam });
const ofDelivery = z.object({ id: idParam, deliveryId: idParam });

export const listWebhooks = endpoint({
  name: 'listWebhooks',
  method: 'GET',
  path: '/api/webhooks',
  summary: 'The webhooks, newest first; a secret is never shown again',
  response: z.array(webhook),
});

export const createWebhook = endpoint({
  name: 'createWebhook',
  method: 'POST',
  path: '/api/webhooks',
  recent: true,
  summary: 'Makes a webhook; the secret its messages are signed with is in this answer alone',
  body: webhookFields,
  bodyLimit: bodyLimits.credentials,
  status: 201,
  response: newWebhook,
  errors: ['too_many_webhooks'],
});

export const updateWebhook = endpoint({
  name: 'updateWebhook',
  method: 'PUT',
  path: '/api/webhooks/:id',
  // What is only switched off tells nobody anything.
  recent: ({ isOn }) => isOn,
  summary: 'Changes a webhook, or switches it on or off; what waits is sent when it is on again, for a day',
  params,
  body: webhookFields,
  bodyLimit: bodyLimits.credentials,
  response: webhook,
  errors: ['not_found'],
});

export const deleteWebhook = endpoint({
  name: 'deleteWebhook',
  method: 'DELETE',
  path: '/api/webhooks/:id',
  summary: 'Deletes a webhook and what is kept of its messages',
  params,
  errors: ['not_found'],
});

export const renewWebhookSecret = endpoint({
  name: 'renewWebhookSecret',
  method: 'POST',
  path: '/api/webhooks/:id/secret',
  recent: true,
  summary: 'Makes a new secret; the one before is good for nothing from then on',
  params,
  response: newWebhook,
  errors: ['not_found'],
});

export const testWebhook = endpoint({
  name: 'testWebhook',
  method: 'POST',
  path: '/api/webhooks/:id/test',
  summary: 'Sends a message of type `test` at once, also while the webhook is off, and tells what became of it',
  params,
  response: webhookDelivery,
  errors: ['not_found', 'rate_limited'],
});

export const listWebhookDeliveries = endpoint({
  name: 'listWebhookDeliveries',
  method: 'GET',
  path: '/api/webhooks/:id/deliveries',
  summary: 'The messages of the last 7 days, newest first. X-Total-Count and Link carry the paging',
  params,
  query: pagingQuery,
  response: z.array(webhookDelivery),
  errors: ['not_found'],
});

export const sendWebhookAgain = endpoint({
  name: 'sendWebhookAgain',
  method: 'POST',
  path: '/api/webhooks/:id/deliveries/:deliveryId/again',
  summary: 'Sends a message once more at once, under the same id, and tells what became of it',
  params: ofDelivery,
  response: webhookDelivery,
  errors: ['not_found', 'rate_limited'],
});
