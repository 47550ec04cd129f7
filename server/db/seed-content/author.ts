import type { SeedAuthor } from './seed-content.ts';

/** The author of the welcome posts, and of every post whose author is not chosen (authorId 0). */
export const seedAuthor: SeedAuthor = {
  name: 'Ninefold Editors',
  email: 'editors@example.com',
  bio: 'We read widely, test what can be tested, and write about fifteen subjects in one plain voice. Corrections are read first and thanked for.',
  avatar: null,
};
