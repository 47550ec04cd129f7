import type { Topic } from '#shared/kernel/topic.ts';
import { topicText, WHOLE_SITE } from '#shared/kernel/topic-text.ts';

/** A topic that can be followed by e-mail, as a form offers it. */
export interface TopicChoice {
  /** "category:3" */
  value: string;
  label: string;
}

/** Returns a topic with the name that readers see. `name` is that of the category, tag or author. */
export function topicChoice(topic: Topic, name: string, siteName: string): TopicChoice {
  return { value: topicText(topic), label: labelOf(topic, name, siteName) };
}

/** The whole site as the only topic, for forms that offer no other. */
export const SITE_CHOSEN: readonly TopicChoice[] = [{ value: topicText(WHOLE_SITE), label: '' }];

function labelOf({ kind }: Topic, name: string, siteName: string): string {
  switch (kind) {
    case 'site':
      return `Everything on ${siteName}`;
    case 'category':
      return name;
    case 'tag':
      return `#${name}`;
    case 'author':
      return `Posts by ${name}`;
  }
}
