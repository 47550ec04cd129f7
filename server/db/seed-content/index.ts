import { DEFAULT_PROMPTS } from '#shared/workflow/prompts/default-prompts.ts';
import { WORKFLOW_STEPS } from '#shared/workflow/steps.ts';
import { seedCategories } from './seed-categories.ts';
import type { SeedAuthor, SeedContent } from './seed-content.ts';
import { loafAroundTheDay } from './welcome-posts/loaf-around-the-day.ts';
import { nineSquares } from './welcome-posts/nine-squares.ts';
import { readFifteenSubjects } from './welcome-posts/read-fifteen-subjects.ts';

export type { SeedContent, SeedPost } from './seed-content.ts';

/** The author of the welcome posts, and of every post for which no author is chosen (authorId 0). */
const seedAuthor: SeedAuthor = {
  name: 'Ninefold Editors',
  email: 'editors@example.com',
  bio: 'We read widely, test what can be tested, and write about fifteen subjects in one plain voice. Corrections are read first and thanked for.',
  avatar: null,
};

const posts = [readFifteenSubjects, nineSquares, loafAroundTheDay];

/** The content that Ninefold has when it is started for the first time. */
export const seedContent: SeedContent = {
  categories: seedCategories,
  author: seedAuthor,
  promptTemplates: WORKFLOW_STEPS.map((step) => ({
    step: step.id,
    title: step.title,
    prompt: DEFAULT_PROMPTS[step.id],
    description: step.description,
  })),
  posts,
  pictures: [
    ...posts.map((post) => ({ file: post.featuredImage, title: post.title, alt: post.imageAlt })),
    {
      file: 'fold-in-thirds.jpg',
      title: 'Folding a sheet in thirds, both ways',
      alt: 'Three steps: a sheet bent into an S, the sheet open with two creases and an arrow for a quarter turn, the sheet with nine squares',
    },
  ],
};
