import type { Topic } from '#shared/kernel/topic.ts';
import { topicText, WHOLE_SITE } from '#shared/kernel/topic-text.ts';

/** Something that can be followed by e-mail, as a form offers it. */
export interface TopicChoice {
  /** "category:3" */
  value: string;
  label: string;
}

/** A topic as readers see it named. `name` is that of the category, tag or author. */
export function topicChoice(topic: Topic, name: string, siteName: string): TopicChoice {
  return { value: topicText(topic), label: labelOf(topic, name, siteName) };
}

/** The whole site, where nothing else is offered. */
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
