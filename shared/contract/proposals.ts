import { z } from 'zod';
import { pick } from '#shared/kernel/record-of.ts';
import { TOKEN_KINDS } from '#shared/kernel/token-scope.ts';
import { bodyLimits, endpoint } from './endpoint.ts';
import { idParam, isoDate, lineOfText, storedInteger, textUpTo } from './fields.ts';
import { draftFields, withoutWaitingPictures } from './posts/post-input.ts';

// Texts that another program, mostly an agent, writes and the owner decides on: a draft, or a change beside a post.

/** The most proposals of one token that can wait at a time. */
export const MOST_WAITING_PROPOSALS = 50;
/** The most characters of a proposal's text. */
export const MOST_PROPOSED = 100_000;

/** Where a proposal comes from, in an answer. */
const proposalSource = z.object({
  /** The name of the token. */
  name: z.string(),
  origin: z.enum(TOKEN_KINDS),
  /** The sender's note to the owner. It is treated as plain text, whatever it looks like. */
  note: z.string(),
  at: isoDate,
});

/** A proposal as its sender sees it. */
const proposal = z
  .object({
    id: z.int(),
    kind: z.enum(['draft', 'change']),
    postId: z.int(),
    title: z.string(),
    slug: z.string(),
    /** `waiting`: for the owner; `settled`: accepted, discarded, or replaced by another proposal. */
    state: z.enum(['waiting', 'settled']),
    ...proposalSource.shape,
  })
  .meta({ id: 'Proposal' });
export type Proposal = z.output<typeof proposal>;

/**
 * The fields a proposal can set. Only the owner decides whether, since when and under whose name readers see a post,
 * and on its pictures.
 */
const proposedFields = {
  ...pick(draftFields.shape, ['subtitle', 'slug', 'excerpt', 'categoryId', 'metaTitle', 'metaDescription', 'tags']),
  title: draftFields.shape.title,
  content: textUpTo(MOST_PROPOSED).refine((text) => text.trim() !== '', 'Say what the post is to say.'),
};

/** Details about a proposal beside its words. */
const saidOfIt = {
  /** What the proposal is, and why it was made; for the owner. */
  note: textUpTo(1000).optional(),
  /** The model that wrote the words, by its provider's name for it. */
  model: lineOfText(200).optional(),
};

export const draftProposal = withoutWaitingPictures(z.object({ ...proposedFields, ...saidOfIt }));
export type DraftProposal = z.output<typeof draftProposal>;

export const changeProposal = withoutWaitingPictures(
  z.object({
    ...z.object(proposedFields).partial().shape,
    ...saidOfIt,
    /** The version of the post that the proposal was made from; absent: the current one. */
    version: storedInteger().min(1).optional(),
  }),
).refine(
  (given) => Object.keys(proposedFields).some((name) => given[name as keyof typeof proposedFields] !== undefined),
  'Say what is to be changed.',
);
export type ChangeProposal = z.output<typeof changeProposal>;

export const listProposals = endpoint({
  name: 'listProposals',
  method: 'GET',
  path: '/api/proposals',
  token: 'read',
  summary: 'The latest 100 proposals, newest first: all of them for the owner, for a token its own',
  response: z.array(proposal),
});

export const proposePost = endpoint({
  name: 'proposePost',
  method: 'POST',
  path: '/api/proposals',
  token: 'propose',
  summary: 'Proposes a post: it becomes a draft that says who proposed it, and is published by the owner or never',
  body: draftProposal,
  bodyLimit: bodyLimits.json,
  status: 201,
  response: proposal,
  errors: ['slug_taken', 'content_too_complex', 'too_many_proposals'],
});

export const proposeChange = endpoint({
  name: 'proposeChange',
  method: 'POST',
  path: '/api/posts/:id/proposals',
  token: 'propose',
  summary:
    'Proposes a change of a post: it waits beside what readers see until the owner publishes or discards it. What was proposed before with this token gives way to it, a change of anybody else’s does not',
  params: z.object({ id: idParam }),
  body: changeProposal,
  bodyLimit: bodyLimits.json,
  status: 201,
  response: proposal,
  errors: [
    'post_not_found',
    'post_conflict',
    'pending_conflict',
    'slug_taken',
    'content_too_complex',
    'too_many_proposals',
  ],
});
