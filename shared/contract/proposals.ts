import { z } from 'zod';
import { pick } from '#shared/kernel/record-of.ts';
import { TOKEN_KINDS } from '#shared/kernel/token-scope.ts';
import { bodyLimits, endpoint } from './endpoint.ts';
import { idParam, isoDate, lineOfText, storedInteger, textUpTo } from './fields.ts';
import { draftFields, withoutWaitingPictures } from './posts/post-input.ts';

// What another program, mostly an agent, writes for the owner to decide on: a draft, or a change beside a post.

/** Proposals of one token that can wait at a time. */
export const MOST_WAITING_PROPOSALS = 50;
/** Characters of a proposal's text. */
export const MOST_PROPOSED = 100_000;

/** Where a proposal comes from, in an answer. */
const proposalSource = z.object({
  /** What the token is called. */
  name: z.string(),
  origin: z.enum(TOKEN_KINDS),
  /** What was said of it to the owner. It is text, whatever it looks like. */
  note: z.string(),
  at: isoDate,
});

/** A proposal as its sender hears of it. */
const proposal = z
  .object({
    id: z.int(),
    kind: z.enum(['draft', 'change']),
    postId: z.int(),
    title: z.string(),
    slug: z.string(),
    /** `waiting` for the owner; `settled`: taken up, discarded, or given way to another. */
    state: z.enum(['waiting', 'settled']),
    ...proposalSource.shape,
  })
  .meta({ id: 'Proposal' });
export type Proposal = z.output<typeof proposal>;

/** Whether, since when and under whose name readers see a post is the owner's to say, and so are its pictures. */
const proposedFields = {
  ...pick(draftFields.shape, ['subtitle', 'slug', 'excerpt', 'categoryId', 'metaTitle', 'metaDescription', 'tags']),
  title: draftFields.shape.title,
  content: textUpTo(MOST_PROPOSED).refine((text) => text.trim() !== '', 'Say what the post is to say.'),
};

/** What is said of a proposal beside its words. */
const saidOfIt = {
  /** What it is, and why: for the owner. */
  note: textUpTo(1000).optional(),
  /** The model that wrote the words, as its provider calls it. */
  model: lineOfText(200).optional(),
};

export const draftProposal = withoutWaitingPictures(z.object({ ...proposedFields, ...saidOfIt }));
export type DraftProposal = z.output<typeof draftProposal>;

export const changeProposal = withoutWaitingPictures(
  z.object({
    ...z.object(proposedFields).partial().shape,
    ...saidOfIt,
    /** The version of the post it was made from; absent: the one there is. */
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
