/** What happens to posts, as other programs are told it (docs/rules.md, "Webhooks"). */
export const WEBHOOK_EVENTS = ['written', 'went-live', 'taken-down', 'gone'] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** What a message can be of: an event, or nothing but a try. */
export const MESSAGE_TYPES = [...WEBHOOK_EVENTS, 'test'] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];
