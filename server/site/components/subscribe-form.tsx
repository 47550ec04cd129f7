import type { ReactNode } from 'react';
import { usePageControls } from '../page-context.ts';
import type { TopicChoice } from '../topic-label.ts';

interface SubscribeFormProps {
  /** Distinguishes the form from others in the same page. */
  id: string;
  /** The topics that can be followed. When there is only one, the form does not ask. */
  topics: readonly TopicChoice[];
  /** The values of the topics that are chosen from the start. */
  chosen?: readonly string[];
  /** The address that was typed before. */
  email?: string;
  children?: ReactNode;
}

/**
 * Asks for letters (docs/rules.md, "Subscribing"). It is a plain form, sent by the browser and answered by a page: it
 * needs no scripts, and nothing in it depends on the reader.
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
      {/* A field for programs that fill in every field; people neither see it nor reach it with the keyboard. */}
      <input className="subscribe-trap" name="website" aria-hidden="true" tabIndex={-1} autoComplete="off" />
    </form>
  );
}

/** Checkboxes for the topics that can be followed. */
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
  /** The words that a screen reader adds to the button's "Email". */
  what: string;
}

/** A button beside the feed's button, which opens the form under their row. */
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
