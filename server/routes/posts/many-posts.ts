import { errorBody, noteRefusal } from '#server/http/error-handler.ts';
import type { Services } from '#server/services/index.ts';
import type { ManyPostsPart } from '#server/services/posts/many-posts.ts';
import type { BodyOf } from '#shared/contract/endpoint.ts';
import { changePosts, type ManyPostsEvent, stopChangingPosts } from '#shared/contract/posts/many-posts.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import { acceptsEvents, openEventStream } from '../event-stream.ts';
import type { Call, Register } from '../register.ts';

/** The most posts of one action whose ids are named in the log. */
const IDS_NOTED = 30;

/** The owner's calls for many posts at once. */
export function addManyPostsRoutes(register: Register, { manyPosts, audit }: Services, timers: Timers): void {
  const change = async (given: BodyOf<typeof changePosts>, onPart?: (part: ManyPostsPart) => void) => {
    const answer = await manyPosts.change(given, onPart);
    const ids = given.changes.flatMap(({ posts }) => posts.map(({ id }) => id));
    const details = { changed: String(answer.changed), posts: ids.slice(0, IDS_NOTED).join(', ') };
    if (answer.changed > 0) await audit.note({ event: 'posts_changed', details });
    return answer;
  };

  /** A caller who disconnects is sent nothing more; the action is still completed. */
  const sendParts = async ({ body, request, reply }: Call<typeof changePosts>) => {
    let hasEnded = false;
    const stream = openEventStream(reply, {
      timers,
      onRoom: () => undefined,
      onEnd: () => {
        hasEnded = true;
      },
    });
    const tell = (event: ManyPostsEvent) => {
      if (!hasEnded) stream.write(event);
    };
    try {
      const { isStopped } = await change(body, (data) => tell({ event: 'part', data }));
      tell({ event: 'done', data: { isStopped } });
    } catch (error) {
      tell({ event: 'error', data: errorBody(noteRefusal(error, request), request.id) });
    }
    stream.end();
  };

  register(changePosts, async (call) => {
    if (!acceptsEvents(call.request)) return change(call.body);
    await sendParts(call);
    return undefined;
  });

  register(stopChangingPosts, ({ params }) => {
    manyPosts.stop(params.key);
    return undefined;
  });
}
