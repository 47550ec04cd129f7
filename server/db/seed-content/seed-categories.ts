import type { SeedCategory } from './seed-content.ts';

/**
 * The fifteen categories in their order (docs/rules.md, "Categories"). The order is that of their ids, on which the
 * category guess of a published draft depends: 1 technology, 2 lifestyle, 3 business, 4 travel, 5 health.
 */
export const seedCategories: readonly SeedCategory[] = [
  {
    slug: 'technology',
    name: 'Technology',
    description:
      'Tools, and what they do to the people who use them. We prefer the gadget that still works in ten years to the one announced this morning.',
    icon: 'cpu',
  },
  {
    slug: 'lifestyle',
    name: 'Lifestyle',
    description:
      'The small arrangements that make up a life: mornings, rooms, weekends, company. Nothing here has to be bought before it can be tried.',
    icon: 'coffee',
  },
  {
    slug: 'business',
    name: 'Business',
    description:
      'How things get made, sold and paid for, mostly by few people with little time. Sums are shown, and failures are welcome.',
    icon: 'briefcase-business',
  },
  {
    slug: 'travel',
    name: 'Travel',
    description:
      'Going somewhere and noticing it. Long train rides, short walks, and the useful detail that the brochure left out.',
    icon: 'compass',
  },
  {
    slug: 'health',
    name: 'Health',
    description:
      'What keeps a body well between visits to the doctor. Plain explanations, honest limits, and a clear word where a professional should take over.',
    icon: 'heart-pulse',
  },
  {
    slug: 'fitness',
    name: 'Fitness',
    description:
      'Strength, breath and balance for people with jobs. We begin with what you can do today and leave the mirror out of it.',
    icon: 'dumbbell',
  },
  {
    slug: 'food-nutrition',
    name: 'Food & Nutrition',
    description:
      'Cooking you can repeat and eating you can keep up. Recipes with their reasons, so that you may change them without asking.',
    icon: 'utensils',
  },
  {
    slug: 'mental-health',
    name: 'Mental Health',
    description:
      'Words for what is hard to talk about, and practices that fit into an ordinary day. Company for the road, and no replacement for care.',
    icon: 'brain',
  },
  {
    slug: 'personal-development',
    name: 'Personal Development',
    description:
      'Learning, habits and attention, without the shouting. One change at a time, described by people who have kept it up.',
    icon: 'sprout',
  },
  {
    slug: 'finance',
    name: 'Finance',
    description:
      'Money in terms a kitchen table understands: budgets, debts, saving, risk. We explain the arithmetic and leave the decision with you.',
    icon: 'coins',
  },
  {
    slug: 'relationships',
    name: 'Relationships',
    description:
      'Friends, partners, parents, neighbours. How people stay close, how they quarrel well, and what to say after the silence.',
    icon: 'handshake',
  },
  {
    slug: 'career',
    name: 'Career',
    description:
      'Work as most of us have it: the first job, the wrong job, the next one. Advice you can use on Monday, from both sides of the desk.',
    icon: 'milestone',
  },
  {
    slug: 'education',
    name: 'Education',
    description:
      'How people learn, at six and at sixty. Methods worth stealing, subjects worth starting, and teachers worth listening to.',
    icon: 'graduation-cap',
  },
  {
    slug: 'entertainment',
    name: 'Entertainment',
    description:
      'Films, books, games and music, chosen by people who finish them. We say what a thing is like before we say whether we liked it.',
    icon: 'clapperboard',
  },
  {
    slug: 'home-garden',
    name: 'Home & Garden',
    description:
      'Repairing, planting, tidying, making room. Slow improvements for rented flats and small plots as much as for houses with sheds.',
    icon: 'house',
  },
].map((category) => ({ ...category, color: `category-${category.slug}` }));
