import { subscriptionPath } from '#shared/kernel/subscription-address.ts';

/** The text of a mail, without its addresses. */
interface MailText {
  subject: string;
  text: string;
}

interface Site {
  name: string;
  /** Without a slash at its end. */
  url: string;
}

/** The path at which an address is confirmed. */
export const confirmationPath = (secret: string): string => `/subscription/confirm/${secret}`;

/**
 * Asks the reader of an address whether letters may be sent to it. The words are fixed: docs/rules.md, "Subscribing".
 */
export function confirmationMail({ name, url }: Site, secret: string): MailText {
  return {
    subject: `Please confirm that you follow ${name}`,
    text: [
      `Somebody, most likely you, asked ${name} to send new posts to this address.`,
      'To confirm it, open this page and press the button there. The link works for two days.',
      `${url}${confirmationPath(secret)}`,
      'If it was not you, do nothing: no letter will come.',
      `${name}\n${url}`,
    ].join('\n\n'),
  };
}

/** Tells a person who already subscribes and has asked again. */
export function followsAlreadyMail({ name, url }: Site, linkKey: string): MailText {
  return {
    subject: `You follow ${name} already`,
    text: [
      `Somebody, most likely you, asked ${name} to send new posts to this address. They come already.`,
      'What you follow, and how to stop it:',
      `${url}${subscriptionPath(linkKey)}`,
      'This link is yours alone: whoever has it can change what you get.',
      `${name}\n${url}`,
    ].join('\n\n'),
  };
}
