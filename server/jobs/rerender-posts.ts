import { setImmediate as turn } from 'node:timers/promises';
import type { Executor } from '#server/db/transaction.ts';
import { postsWithOldHtml, type StalePost, setHtml } from '#server/repositories/posts/post-html.ts';
import type { ContentService } from '#server/services/content.ts';
import { isLongWrite, type LongWrites } from '#server/services/long-writes.ts';

const BATCH = 10;

/** `again` looks for posts to render once more, and `stop` ends the work after the post under way. */
interface Rerendering {
  again(): void;
  stop(): Promise<void>;
}

/**
 * Renders again, in the background and the newest first, the posts whose HTML was made by another version of the
 * pipeline or in another style. A post that cannot be rendered keeps its HTML.
 */
export function rerenderOldPosts(options: {
  db: Executor;
  content: ContentService;
  longWrites: LongWrites;
  /** Called with the ids of the posts whose HTML has changed. */
  onChange: (ids: readonly number[]) => void;
  onError: (error: unknown, post: StalePost) => void;
}): Rerendering {
  const { db, content, longWrites, onChange, onError } = options;
  let isStopped = false;

  const rerender = async (post: StalePost): Promise<boolean> => {
    try {
      const { html, text, embeds, htmlVersion } = await content.render(post.content);
      const rendered = { html, text, embeds, htmlVersion };
      if (!isLongWrite(post.content.length)) return await setHtml(db, post, rendered);
      return await longWrites.run({ write: 'setHtml', values: [{ id: post.id, version: post.version }, rendered] });
    } catch (error) {
      onError(error, post);
      return false;
    }
  };
  const run = async () => {
    const given = new Set<number>();
    while (!isStopped) {
      const posts = (await postsWithOldHtml(db, await content.htmlVersion(), BATCH + given.size)).filter(
        (post) => !given.has(post.id),
      );
      if (posts.length === 0) return;
      const changed: number[] = [];
      for (const post of posts) {
        if (isStopped) break;
        if (await rerender(post)) changed.push(post.id);
        else given.add(post.id);
        // Readers come first.
        await turn();
      }
      if (changed.length > 0) onChange(changed);
    }
  };
  let running = run();
  return {
    again() {
      running = running.then(run);
    },
    async stop() {
      isStopped = true;
      await running;
    },
  };
}
