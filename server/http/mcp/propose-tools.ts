import { z } from 'zod';
import { changeProposal, draftProposal } from '#shared/contract/proposals.ts';
import { asData, type Tool, tool } from './tool.ts';

const NOT_LIVE = 'Readers see nothing of it: the owner alone publishes.';

/** The tools by which an agent can write: nothing that they write is live, whatever the token may do elsewhere. */
export const proposeTools: readonly Tool[] = [
  tool({
    name: 'propose_post',
    title: 'Propose a post',
    description: `Makes a draft of a new post in Markdown, which tells the owner who proposed it. ${NOT_LIVE} Say in \`note\` what it is for, in \`model\` which model wrote it.`,
    scope: 'propose',
    input: draftProposal,
    async run(given, { services, holder }) {
      const made = await services.proposals.proposePost(given, holder);
      return [`The draft waits for the owner. ${NOT_LIVE}`, ...asData(made)];
    },
  }),
  tool({
    name: 'propose_change',
    title: 'Propose a change of a post',
    description: `Proposes other words for a post there is: the change waits beside it. ${NOT_LIVE} Read the post before, name the \`version\` you have read, and give each field you change whole. A later proposal of yours takes the place of the one before; a change of the owner’s is never touched.`,
    scope: 'propose',
    input: z.object({ id: z.int().min(1).describe('The post’s id'), ...changeProposal.shape }),
    async run({ id, ...change }, { services, holder }) {
      const made = await services.proposals.proposeChange(id, changeProposal.parse(change), holder);
      return [`The change waits for the owner. ${NOT_LIVE}`, ...asData(made)];
    },
  }),
];
