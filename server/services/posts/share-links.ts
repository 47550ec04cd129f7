import { createHash, randomBytes } from 'node:crypto';
import type { Executor } from '#server/db/transaction.ts';
import { findById } from '#server/repositories/posts/posts.ts';
import { deleteLink, insertLink, listLinks, slugOfLink } from '#server/repositories/share-links.ts';
import type { AnswerOf } from '#shared/contract/endpoint.ts';
import type { PostPage } from '#shared/contract/posts/post.ts';
import { type createShareLink, MOST_SHARE_LINKS, type ShareLink } from '#shared/contract/posts/unpublished.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { PostService } from './posts.ts';

/** 256 bits, so that nobody can guess a secret. */
const SECRET_BYTES = 32;
const SECRET = /^[\w-]{43}$/;

/**
 * Links with which others can read the last saved version of a post that is not live (docs/rules.md, "Share links").
 */
export interface ShareLinkService {
  /** Newest first. Throws AppError `post_not_found`. */
  list(postId: number): Promise<ShareLink[]>;
  /** Throws AppError `post_not_found`, `too_many_links`. */
  create(postId: number): Promise<AnswerOf<typeof createShareLink>>;
  /** Throws AppError `not_found`. */
  end(postId: number, id: number): Promise<void>;
  /** The last saved version of the post; null for a secret that no link has, and for a post in the bin. */
  read(secret: string): Promise<PostPage | null>;
}

interface ShareLinkOptions {
  db: Executor;
  clock: Clock;
  posts: Pick<PostService, 'page'>;
}

export function createShareLinkService({ db, clock, posts }: ShareLinkOptions): ShareLinkService {
  const requirePost = async (id: number) => {
    const post = await findById(db, id, { kind: 'all', now: clock.now() });
    if (!post || post.deletedAt) throw new AppError('post_not_found');
  };
  return {
    async list(postId) {
      await requirePost(postId);
      return listLinks(db, postId);
    },
    async create(postId) {
      await requirePost(postId);
      if ((await listLinks(db, postId)).length >= MOST_SHARE_LINKS) throw new AppError('too_many_links');
      const secret = randomBytes(SECRET_BYTES).toString('base64url');
      return { ...(await insertLink(db, postId, hashOf(secret), clock.now())), path: `/shared/${secret}` };
    },
    async end(postId, id) {
      if (!(await deleteLink(db, postId, id))) throw new AppError('not_found');
    },
    async read(secret) {
      if (!SECRET.test(secret)) return null;
      const slug = await slugOfLink(db, hashOf(secret));
      return slug === null ? null : posts.page(slug, 'owner');
    },
  };
}

/** Only the hash is stored, so that someone who reads the database or a backup of it cannot open a link with it. */
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');
