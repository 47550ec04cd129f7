import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { SubscriptionData } from '../../page-data.ts';
import type { SiteInfo } from '../../site-data.ts';
import { Ended, Preferences } from './own-page.tsx';
import { Confirm, Refused, Statement, Unsubscribe } from './subscription-screens.tsx';
import type { SubscriptionView } from './subscription-view.ts';

/** Returns the page that answers a reader who follows by e-mail, rendered. On the server only. */
export function subscriptionData(view: SubscriptionView, { name }: SiteInfo): SubscriptionData {
  const { title, screen } = screenOf(view, name);
  return { screen: 'subscription', title, html: renderToStaticMarkup(screen) };
}

function screenOf(view: SubscriptionView, name: string): { title: string; screen: ReactElement } {
  switch (view.kind) {
    case 'asked':
      return statement(
        'Look at your mail',
        'If letters can come to this address, a mail is on its way to it, unless one was sent today already. It holds a link: open it, and press the button there.',
      );
    case 'refused':
      return { title: 'Follow by email', screen: <Refused {...view} /> };
    case 'confirm':
      return { title: 'One press, and you follow', screen: <Confirm {...view} name={name} /> };
    case 'unknown':
      return statement(
        'This link does not work any more',
        'It was used already, or is older than two days, or what it was for has been erased. To follow, enter your address anew.',
        'Follow',
      );
    case 'preferences':
      return { title: 'What you follow', screen: <Preferences {...view} name={name} /> };
    case 'ended':
      return { title: 'You get no more letters', screen: <Ended {...view} name={name} /> };
    case 'unsubscribe':
      return { title: 'Stop all letters?', screen: <Unsubscribe {...view} name={name} /> };
    case 'erased':
      return statement(
        'Your address is erased',
        'Nothing is kept of it but a scrambled form, by which it is known that nothing may be sent to it.',
      );
  }
}

function statement(title: string, text: string, follow?: string) {
  return { title, screen: <Statement title={title} text={text} follow={follow} /> };
}
