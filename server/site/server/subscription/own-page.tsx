import { TopicChoices } from '../../components/subscribe-form.tsx';
import { Sheet } from './subscription-screens.tsx';
import type { DoneNow, SubscriptionView } from './subscription-view.ts';

type View<Kind extends SubscriptionView['kind']> = Extract<SubscriptionView, { kind: Kind }>;

const DONE: Record<DoneNow, string> = {
  confirmed: 'You follow now. The next post comes to your mail.',
  saved: 'Saved.',
};

/**
 * A subscriber's own page: the topics they follow, and how to stop. It shows no e-mail address, because anybody to whom
 * a letter was forwarded has the link.
 */
export function Preferences({ path, topics, done, name }: View<'preferences'> & { name: string }) {
  return (
    <Sheet title="What you follow" text={`Choose what of ${name} comes to your mail.`}>
      {done && (
        <p role="status" className="mb-8 border-l-4 border-success bg-sunken px-5 py-4 font-semibold">
          {DONE[done]}
        </p>
      )}
      <form action={path} method="post" className="subscribe">
        <TopicChoices
          topics={topics}
          chosen={topics.filter(({ isFollowed }) => isFollowed).map(({ value }) => value)}
        />
        <p>
          <button type="submit" className="button">
            Save
          </button>
        </p>
      </form>
      <section aria-labelledby="subscription-end" className="mt-14 border-t border-line pt-8">
        <h2 id="subscription-end" className="font-serif text-2xl font-semibold">
          No more letters
        </h2>
        <form action={`${path}/unsubscribe`} method="post" className="mt-5">
          <button type="submit" name="List-Unsubscribe" value="One-Click" className="button button-quiet">
            Stop all letters
          </button>
        </form>
        <Erase path={path} />
      </section>
    </Sheet>
  );
}

/** The page for a subscriber who has stopped. */
export function Ended({ path, name }: View<'ended'> & { name: string }) {
  return (
    <Sheet title="You get no more letters" text={`Nothing of ${name} comes to your mail any more.`}>
      <p>To follow again, enter your address anew.</p>
      <p className="mt-6 flex flex-wrap gap-3">
        <a href="/follow" className="button button-quiet">
          Ways to follow
        </a>
      </p>
      <Erase path={path} />
    </Sheet>
  );
}

function Erase({ path }: { path: string }) {
  return (
    <details className="mt-6">
      <summary className="inline-flex min-h-11 items-center underline underline-offset-4">Erase my address</summary>
      <p className="mt-3 max-w-measure text-muted">
        Your address and what you follow are deleted for good. A scrambled form of the address is kept, so that nothing
        is sent to it again unless you ask for it.
      </p>
      <form action={`${path}/erase`} method="post" className="mt-4">
        <button type="submit" className="button button-quiet">
          Erase
        </button>
      </form>
    </details>
  );
}
