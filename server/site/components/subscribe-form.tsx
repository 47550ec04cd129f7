import type { ReactNode } from 'react';
import { usePageControls } from '../page-context.ts';
import type { TopicChoice } from '../topic-label.ts';

interface SubscribeFormProps {
  /** Tells the form from others in the same page. */
  id: string;
  /** What can be followed. A single topic is not asked about. */
  topics: readonly TopicChoice[];
  /** The values of those that are chosen from the start. */
  chosen?: readonly string[];
  /** What was typed before. */
  email?: string;
  children?: ReactNode;
}

/**
 * Asks for letters (docs/rules.md, "Subscribing"). A plain form, sent by the browser and answered by a page: nothing of
 * it is loaded for it, and nothing in it depends on who reads.
 */
export function SubscribeForm({ id, topics, chosen = [], email, children }: SubscribeFormProps) {
  const { writer } = usePageControls();
  return (
    <form action={`${writer}/subscribe`} method="post" className="subscribe">
      {topics.length === 1 ? (
        <input type="hidden" name="topic" value={topics[0]?.value} />
      ) : (
        <TopicChoices topics={topics} chosen={chosen} />
      )}
      <label htmlFor={id}>{children ?? 'Your email address'}</label>
      <div className="subscribe-row min-w-0">
        <input
          id={id}
          className="field"
          type="email"
          name="email"
          required
          maxLength={254}
          autoComplete="email"
          defaultValue={email}
          suppressHydrationWarning
        />
        <button type="submit" className="button">
          Subscribe
        </button>
      </div>
      {/* For programs that fill in every field; people neither see it nor come to it with the keyboard. */}
      <input className="subscribe-trap" name="website" aria-hidden="true" tabIndex={-1} autoComplete="off" />
    </form>
  );
}

/** Checkboxes for what can be followed. */
export function TopicChoices({ topics, chosen = [] }: Pick<SubscribeFormProps, 'topics' | 'chosen'>) {
  return (
    <fieldset className="min-w-0">
      <legend>What to follow</legend>
      <div className="filter-bar">
        {topics.map(({ value, label }) => (
          <label key={value} className="chip">
            <input type="checkbox" name="topic" value={value} defaultChecked={chosen.includes(value)} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface FollowByEmailProps extends SubscribeFormProps {
  /** What a screen reader says of the button beside "Email". */
  what: string;
}

/** A button beside that of the feed, which opens the form under its row. */
export function FollowByEmail({ what, ...form }: FollowByEmailProps) {
  return (
    <details className="subscribe-more">
      <summary className="button button-quiet">
        By email
        <span className="sr-only">: follow {what}</span>
      </summary>
      <SubscribeForm {...form} />
    </details>
  );
}
