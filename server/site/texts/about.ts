import type { TextSection } from './text-section.ts';

/** One kind of reader, shown as a card. `icon` is a name of our icon set. */
interface Audience {
  title: string;
  text: string;
  icon: string;
}

/** A subject of the blog. `categorySlug` names its category, as long as the owner keeps that category. */
interface Topic {
  name: string;
  text: string;
  categorySlug: string;
}

/** The About page: intro, the four audience cards, the topics, then the rest. */
interface AboutPage {
  title: string;
  /** For search engines and shared links, at most 160 characters. */
  description: string;
  intro: readonly string[];
  audiencesHeading: string;
  audiences: readonly Audience[];
  topicsHeading: string;
  topics: readonly Topic[];
  sections: readonly TextSection[];
}

export const aboutPage: AboutPage = {
  title: 'About Us',
  description:
    'Curated niche content for passion seekers, weekend warriors, cross-pollinators and community cultivators, across fifteen subjects.',
  intro: [
    'Most of the interesting things people know are known by few of them. Somebody has worked out how to keep a sourdough going through a house move, how to explain compound interest to a nine-year-old, how to fold a fitted sheet. We look for that kind of knowledge, write it down properly, and put it where you can find it again.',
    'This blog covers many niches instead of one, because people do. Nobody is only a runner, or only a programmer, or only somebody’s mother. What you read about bread may be what you needed to hear about work.',
  ],
  audiencesHeading: 'Who We Curate For',
  audiences: [
    {
      title: 'Passion Seekers',
      text: 'You can feel that there is something you would love doing, and you have not met it yet. We bring you to the door of many rooms and tell you honestly what it takes to stay.',
      icon: 'flame',
    },
    {
      title: 'Weekend Warriors',
      text: 'You have a job, a family and one free Saturday. We write things you can begin after breakfast and be proud of by evening, with the list of what you need at the top.',
      icon: 'tent-tree',
    },
    {
      title: 'Cross-Pollinators',
      text: 'You take an idea from one field and plant it in another. We keep fifteen subjects under one roof so that the good accidents can happen.',
      icon: 'shuffle',
    },
    {
      title: 'Community Cultivators',
      text: 'You run the allotment meeting, the book club, the repair café. We look for what works when people do things together, and for what keeps them coming back.',
      icon: 'users-round',
    },
  ],
  topicsHeading: 'What We Write About',
  topics: [
    {
      name: 'Wellness',
      text: 'Sleep, movement, calm and the body’s small complaints, without miracles.',
      categorySlug: 'health',
    },
    {
      name: 'Crafts',
      text: 'Making and mending with your hands, from a folded sheet of paper to a raised bed.',
      categorySlug: 'home-garden',
    },
    {
      name: 'Tech',
      text: 'Tools that serve you, explained by people who have switched them off and on again.',
      categorySlug: 'technology',
    },
    {
      name: 'Culinary',
      text: 'Recipes with their reasons, so that you can change them and still succeed.',
      categorySlug: 'food-nutrition',
    },
    {
      name: 'Lifestyle',
      text: 'The arrangements that make a day livable: mornings, rooms, weekends, company.',
      categorySlug: 'lifestyle',
    },
  ],
  sections: [
    {
      heading: 'How We Work',
      paragraphs: [
        'A piece is published when it is useful to somebody who does not know us. We correct mistakes in the open and leave posts alone that are merely old.',
      ],
      list: [
        'We say what we know, how we know it, and where our knowledge ends.',
        'We name a product when it helps the reader, and say for whom it is not.',
        'We would rather publish one post you keep than five you skim.',
      ],
    },
    {
      heading: 'Write to Us',
      paragraphs: [
        'Questions, corrections, and ideas for a piece are welcome. Tell us what you know that others should; you need not be a writer, only somebody who has done the thing.',
      ],
      link: { text: 'Contact us', href: '/contact' },
    },
  ],
};
