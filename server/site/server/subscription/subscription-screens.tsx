import type { ReactNode } from 'react';
import { PageHeader } from '../../components/page-header.tsx';
import { SubscribeForm } from '../../components/subscribe-form.tsx';
import type { SubscriptionView } from './subscription-view.ts';

type View<Kind extends SubscriptionView['kind']> = Extract<SubscriptionView, { kind: Kind }>;

/** A page of one column: a title, a sentence, and the possible actions. */
export function Sheet({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <div className="page-width pb-24">
      <PageHeader title={title} {...(text !== undefined && { standfirst: text })} />
      <div className="max-w-measure pt-10">{children}</div>
    </div>
  );
}

/**
 * Says what has happened. There is nothing more to do, except where `follow` gives the text of a link to the ways of
 * following.
 */
export function Statement({ title, text, follow }: { title: string; text: string; follow?: string | undefined }) {
  return (
    <Sheet title={title} text={text}>
      <p className="flex flex-wrap gap-3">
        {follow && (
          <a href="/follow" className="button">
            {follow}
          </a>
        )}
        <a href="/" className="button button-quiet">
          To the front page
        </a>
      </p>
    </Sheet>
  );
}

/** The form again, with the typed values and the error. */
export function Refused({ message, email, topics, chosen }: View<'refused'>) {
  return (
    <Sheet title="Follow by email">
      <p role="alert" className="mb-8 border-l-4 border-danger bg-sunken px-5 py-4 font-semibold">
        {message}
      </p>
      <SubscribeForm id="subscribe-again" topics={topics} chosen={chosen} email={email} />
    </Sheet>
  );
}

/**
 * The page with the button that begins a subscription. The link alone begins nothing: programs that scan mail open the
 * links in it.
 */
export function Confirm({ path, topics, name }: View<'confirm'> & { name: string }) {
  return (
    <Sheet
      title="One press, and you follow"
      text={`New posts of ${name} then come to your mail. You can stop at any time.`}
    >
      <ul className="mb-8 list-disc pl-5">
        {topics.map(({ value, label }) => (
          <li key={value}>{label}</li>
        ))}
      </ul>
      <form action={path} method="post">
        <button type="submit" className="button">
          Confirm
        </button>
      </form>
    </Sheet>
  );
}

/**
 * The page behind the link in each letter, for people who open it themselves; mail programs send its form directly (RFC
 * 8058).
 */
export function Unsubscribe({ path, name }: View<'unsubscribe'> & { name: string }) {
  return (
    <Sheet title="Stop all letters?" text={`Nothing more of ${name} comes to your mail then.`}>
      <div className="flex flex-wrap gap-3">
        <form action={`${path}/unsubscribe`} method="post">
          <button type="submit" name="List-Unsubscribe" value="One-Click" className="button">
            Stop all letters
          </button>
        </form>
        <a href={path} className="button button-quiet">
          Choose what comes
        </a>
      </div>
    </Sheet>
  );
}
