/** The events of posts that other programs are told about (docs/rules.md, "Webhooks"). */
export const WEBHOOK_EVENTS = ['written', 'went-live', 'taken-down', 'gone'] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** The types of messages: an event, or only a test. */
export const MESSAGE_TYPES = [...WEBHOOK_EVENTS, 'test'] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];
