import { measureWordpress } from '#tests/exports/measure-export.ts';
import { type Proof, withFaults } from './proof.ts';

/** Each post has 205 kB of comments and revisions. */
const POSTS = 5000;
/**
 * The MB (10⁶ bytes) that may be in use: for the code itself, one post, and the data between the file and the parser.
 */
const MOST = 150;

/** An export of WordPress of a gigabyte is read to its end, with no more than one post in memory. */
export const largeExport: Proof = {
  async run() {
    const { megabytes, inUse, resident, seconds, posts, unread, items, wanted } = await measureWordpress(POSTS);
    const faults = [
      ...(posts === wanted.posts && unread === 0
        ? []
        : [`- ${posts} of ${wanted.posts} posts were read, ${unread} could not be.`]),
      ...(items === wanted.items ? [] : [`- ${items} of ${wanted.items} other entries were told.`]),
      ...(inUse < MOST ? [] : [`- ${Math.round(inUse)} MB were in use, and may be ${MOST}.`]),
    ];
    const text = `An export of WordPress of ${Math.round(megabytes).toLocaleString('en-US')} MB with ${posts.toLocaleString('en-US')} posts and pages and
${items.toLocaleString('en-US')} other entries was read three times over (what posts refer to, the posts, the rest) in ${(seconds / 60).toFixed(1)} minutes.

- The most memory in use at any time, garbage aside: ${Math.round(inUse)} MB. The most the process had of the machine: ${Math.round(resident)} MB.
- Every entry was given once: ${faults.length === 0 ? 'yes' : 'no'}.`;
    return { passed: faults.length === 0 ? 1 : 0, failed: faults.length, details: withFaults(text, faults) };
  },
};
