import { type Check, figure, type PartResult, table } from '../report.ts';
import { percentile } from '../statistics.ts';
import { MANY_POSTS, timeManyPosts } from './admin-bulk.ts';
import { timeKeystrokes, timePlainKeystrokes } from './admin-keystrokes.ts';
import { timeFilters, timeScrolls, timeSearches } from './admin-lists.ts';
import { LONG_POST_WORDS, LONGEST_POST_WORDS, POSTS, startAdminSite } from './admin-site.ts';

const LIST_BUDGET = 200;
const KEY_BUDGET = 16;
const LONGEST_KEY_BUDGET = 30;
const MANY_POSTS_BUDGET = 3000;
/** The animation of scrolling by key belongs to the browser, and its owner may switch it off. */
const NO_SMOOTH_SCROLLING = '--disable-smooth-scrolling';
/**
 * A frame is drawn as soon as there is something to show: the measured time is the work, without the wait for the
 * display.
 */
const NO_FRAME_LIMIT = ['--disable-frame-rate-limit', '--disable-gpu-vsync'];

/** The owner's list and editor at their largest (docs/rules.md, "Budgets"). */
export async function measureAdmin(): Promise<PartResult> {
  const site = await startAdminSite();
  const checks: Check[] = [];
  const rows: string[][] = [];
  const note = (what: string, took: readonly number[]) =>
    rows.push([
      what,
      figure(took.length),
      ...[percentile(took, 0.5), percentile(took, 0.95), Math.max(...took)].map((value) => figure(value, 1)),
    ]);
  try {
    const lists = await site.openBrowser([NO_SMOOTH_SCROLLING]);
    try {
      for (const [what, measure] of [
        ['search', timeSearches],
        ['filter', timeFilters],
        ['scroll to the last post', timeScrolls],
      ] as const) {
        process.stderr.write(`  ${what}\n`);
        const took = await measure(lists.page);
        const slow = percentile(took, 0.95);
        note(what, took);
        checks.push({
          what: `${what}, ${figure(POSTS)} posts`,
          budget: `p95 < ${LIST_BUDGET} ms`,
          measured: `${figure(slow, 1)} ms`,
          isMet: slow < LIST_BUDGET,
        });
      }
      process.stderr.write(`  changes of ${figure(MANY_POSTS)} posts\n`);
      const changes = await timeManyPosts(lists.page);
      note(`a change of ${figure(MANY_POSTS)} posts`, changes);
      checks.push({
        what: `a change of ${figure(MANY_POSTS)} posts, the slowest`,
        budget: `< ${figure(MANY_POSTS_BUDGET)} ms`,
        measured: `${figure(Math.max(...changes))} ms`,
        isMet: Math.max(...changes) < MANY_POSTS_BUDGET,
      });
    } finally {
      await lists.close();
    }
    const lengths: number[] = [];
    const cpus: string[] = [];
    for (const [what, post, flags, budget] of [
      ['keystroke, frames as they are ready', site.longPost, NO_FRAME_LIMIT, KEY_BUDGET],
      ['keystroke, 60 frames a second', site.longPost, [], null],
      [`keystroke, ${figure(LONGEST_POST_WORDS)} words`, site.longestPost, NO_FRAME_LIMIT, LONGEST_KEY_BUDGET],
    ] as const) {
      process.stderr.write(`  ${what}\n`);
      const editor = await site.openBrowser(flags);
      try {
        const { took, words, cpu } = await timeKeystrokes(editor.page, post);
        lengths.push(words);
        cpus.push(figure(cpu, 1));
        note(what, took);
        if (budget === null) continue;
        const slow = percentile(took, 0.95);
        checks.push({
          what: `a keystroke in a post of ${figure(post === site.longPost ? LONG_POST_WORDS : LONGEST_POST_WORDS)} words`,
          budget: `p95 < ${budget} ms`,
          measured: `${figure(slow, 1)} ms`,
          isMet: slow < budget,
        });
      } finally {
        await editor.close();
      }
    }
    const plain = await site.openBrowser(NO_FRAME_LIMIT);
    try {
      process.stderr.write('  keystroke, a text area\n');
      note('keystroke, a text area', (await timePlainKeystrokes(plain.page, 'word '.repeat(LONG_POST_WORDS))).took);
    } finally {
      await plain.close();
    }
    return {
      checks,
      details: `${table(['what', 'times', 'median ms', 'p95 ms', 'slowest ms'], rows)}

Headless Chromium, 1280 × 800, from the time stamp of the key or choice to the end of the frame that shows what came of it.
Search: a whole word entered at once. Filter: each category and each status once. Scroll: the End key in a
list opened anew, with the browser's own scroll animation off. Keystroke: in the middle of ${figure(lengths[0] ?? 0)} and ${figure(lengths.at(-1) ?? 0)} words, 9 keys a second, journal and
preview at work. Where frames wait for a display of 60 Hz, up to 16.7 ms of a keystroke are that wait; the budget is for the work. CPU time
of the page's thread for a key, with what happens between two keys: ${cpus.join(', ')} ms on average. The text area is the browser's own, with
as many words, on an empty page: what the machine gives. A change of many posts:
each of the ten kinds the list offers (tags given and taken, featured or not, category, author, published or not, into the
bin and out of it), each with its Undo, from the call to its answer.`,
    };
  } finally {
    await site.stop();
  }
}
