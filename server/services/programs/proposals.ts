import { atomically, type Executor } from '#server/db/transaction.ts';
import type { TokenHolder } from '#server/repositories/api-tokens.ts';
import { insertPost } from '#server/repositories/posts/post-writes.ts';
import { getProposal, insertProposal, listProposals, type Proposer } from '#server/repositories/proposals.ts';
import type { ChangeProposal, DraftProposal, Proposal } from '#shared/contract/proposals.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { provenanceOf, type WordsSource } from '#shared/kernel/provenance.ts';
import type { ContentService } from '../content.ts';
import { defaultCategory } from '../default-category.ts';
import type { Events } from '../events/site-events.ts';
import type { PendingChangeService } from '../pending/pending-changes.ts';
import { checkedSlug } from '../posts/post-slugs.ts';
import { createPostWriter } from '../posts/post-writer.ts';

/** The largest number of proposals in a list. */
const MOST_LISTED = 100;
/** The number of characters of a token's name that are stored with the words written with that token. */
const MOST_OF_NAME = 45;

/**
 * The drafts and changes that other programs write, for the owner to decide on (docs/rules.md, "Proposals"). None of
 * them ever goes live by itself.
 */
export interface ProposalService {
  /** Newest first: the proposals of one token, or for the owner (null) all. */
  list(holder: TokenHolder | null): Promise<Proposal[]>;
  /** Makes a draft. Throws AppError `slug_taken`, `invalid_input`, `content_too_complex`, `too_many_proposals`. */
  proposePost(given: DraftProposal, holder: TokenHolder): Promise<Proposal>;
  /**
   * Keeps a change beside a post; it replaces a change that was proposed with the same token. Throws AppError
   * `post_not_found`, `post_conflict`, `pending_conflict`, `invalid_input`, `too_many_proposals`.
   */
  proposeChange(postId: number, given: ChangeProposal, holder: TokenHolder): Promise<Proposal>;
}

interface ProposalOptions {
  db: Executor;
  clock: Clock;
  content: ContentService;
  pendingChanges: Pick<PendingChangeService, 'propose'>;
  tellPosts: Events['tellPosts'];
}

export function createProposalService(options: ProposalOptions): ProposalService {
  const { db, clock, content, pendingChanges, tellPosts } = options;

  /**
   * An agent's words are always a model's, even an unnamed one; a program's words are a model's only when the program
   * says so.
   */
  const sourceOf = ({ kind, name }: TokenHolder, model: string | undefined): WordsSource | null => {
    if (kind !== 'agent' && !model) return null;
    const at = new Date(clock.now()).toISOString();
    const help = `${kind === 'agent' ? 'Agent' : 'Program'} “${name.slice(0, MOST_OF_NAME).toWellFormed()}”`;
    return { model: model || null, run: null, step: null, promptVersion: 0, help, at };
  };

  return {
    list: (holder) => listProposals(db, holder?.id ?? null, MOST_LISTED),
    async proposePost({ note, model, ...fields }, holder) {
      const proposer = proposerOf(holder, note);
      const source = sourceOf(holder, model);
      let proposal = 0;
      const writer = createPostWriter({
        db,
        clock,
        content,
        // A draft of unknown origin would be taken for the owner's own.
        insert: (ex, post, now, origin) =>
          atomically(ex, async (trx) => {
            const made = await insertPost(trx, post, now, origin);
            proposal = await insertProposal(trx, proposer, { postId: made.id, kind: 'draft', version: null }, now);
            return made;
          }),
      });
      await writer.create({
        ...fields,
        slug: fields.slug?.trim() ? checkedSlug(fields.slug) : '',
        categoryId: fields.categoryId ?? (await defaultCategory(db, clock.now())),
        ...(source && { provenance: provenanceOf([{ start: 0, end: fields.content.length, source }]) }),
        published: false,
        featured: false,
      });
      await tellPosts();
      return getProposal(db, proposal);
    },
    async proposeChange(postId, { note, model, ...change }, holder) {
      const by = { proposer: proposerOf(holder, note), source: sourceOf(holder, model) };
      return getProposal(db, await pendingChanges.propose(postId, change, by));
    },
  };
}

function proposerOf({ id, name, kind }: TokenHolder, note = ''): Proposer {
  return { tokenId: id, name, origin: kind, note };
}
