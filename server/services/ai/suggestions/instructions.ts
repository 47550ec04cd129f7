import type { SuggestionBody, SuggestionKind } from '#shared/contract/suggestions.ts';

/** The form of an answer: one text, lines from which one is chosen, or JSON. */
export type AnswerForm = 'text' | 'lines' | 'edits' | 'numbered';

interface Instruction {
  form: AnswerForm;
  /** The instruction to the model. */
  says(body: SuggestionBody): string;
  /** The usual length of an answer: a share of the tokens of the text, and a number of tokens that is added. */
  takes: { share: number; more: number };
}

const ANEW = { share: 1, more: 40 };
const A_FEW_LINES = { share: 0, more: 120 };

const SAME_MARKDOWN =
  'Keep the Markdown as it is made: headings, lists, links with their addresses, pictures, code and tables stay what they are.';

export const INSTRUCTIONS: Record<SuggestionKind, Instruction> = {
  rewrite: {
    form: 'text',
    says: () => `Write the text anew: the same facts and about the same length, in better words. ${SAME_MARKDOWN}`,
    takes: ANEW,
  },
  shorten: {
    form: 'text',
    says: () => `Make the text about half as long. Keep what matters, and add nothing. ${SAME_MARKDOWN}`,
    takes: { share: 0.6, more: 40 },
  },
  lengthen: {
    form: 'text',
    says: () =>
      `Make the text about half as long again, with more detail and examples that follow from what it says. Invent no facts, numbers or quotations. ${SAME_MARKDOWN}`,
    takes: { share: 1.6, more: 40 },
  },
  plainer: {
    form: 'text',
    says: () => `Say the same in plainer words and shorter sentences. ${SAME_MARKDOWN}`,
    takes: ANEW,
  },
  translate: {
    form: 'text',
    says: ({ language }) =>
      `Translate the text into ${language}. Addresses and code stay as they are. ${SAME_MARKDOWN}`,
    takes: { share: 1.3, more: 40 },
  },
  command: {
    form: 'text',
    says: ({ command }) => `Do this with the text: ${command}`,
    takes: ANEW,
  },
  continue: {
    form: 'text',
    says: () =>
      'Write what comes next after the text: one to three paragraphs in the same voice. Do not repeat what is there, and do not end the post where more follows. Invent no facts, numbers or quotations.',
    takes: { share: 0, more: 400 },
  },
  proofread: {
    form: 'edits',
    says: () =>
      'Find the errors of spelling, grammar, punctuation and typing in the text. Change nothing else: not the style, not the facts, not the Markdown.',
    takes: { share: 0.3, more: 60 },
  },
  links: {
    form: 'edits',
    says: () =>
      'Find up to five places in the text that would serve readers better with a link to one of the posts listed as link targets. Each place is one to six words that already stand in the text, not in a heading, link or code.',
    takes: { share: 0, more: 250 },
  },
  'alt-texts': {
    form: 'numbered',
    says: () =>
      'Write the alternative text of each picture listed: what somebody who cannot see it should be told, in one sentence of at most 120 characters. Do not begin with “Picture of”.',
    takes: { share: 0, more: 120 },
  },
  headlines: {
    form: 'lines',
    says: () => 'Propose six headlines for this post, each different in kind, none longer than 70 characters.',
    takes: A_FEW_LINES,
  },
  excerpt: {
    form: 'lines',
    says: () =>
      'Propose three excerpts for this post: each one or two plain sentences of at most 160 characters that say what a reader gets from it.',
    takes: { share: 0, more: 200 },
  },
  'meta-title': {
    form: 'lines',
    says: () => 'Propose three titles of this post for search engines, none longer than 60 characters.',
    takes: A_FEW_LINES,
  },
  'meta-description': {
    form: 'lines',
    says: () =>
      'Propose three descriptions of this post for search engines, each of 110 to 155 characters, each a whole sentence.',
    takes: { share: 0, more: 200 },
  },
  tags: {
    form: 'lines',
    says: () => 'Choose up to six tags for this post, from the list of tags alone. Take none that does not fit.',
    takes: { share: 0, more: 40 },
  },
};

/** The instruction on the form of an answer. */
export const FORMS: Record<AnswerForm, string> = {
  text: 'Answer with the text alone, as Markdown: no greeting, no explanation, no quotation marks or fence around it.',
  lines: 'Answer with one in each line, and nothing else: no numbers, bullets or quotation marks.',
  numbered: 'Answer with one line for each picture: its number, a colon, its text. Nothing else.',
  edits:
    'Answer with a JSON list and nothing else. Each entry is {"quote": the words as they stand in the text, letter by letter, with enough around them to be found once, "replacement": what takes their place, "why": the reason in a few words}. An empty list where there is nothing.',
};

/** The form of an entry in a list of links, where a slug takes the place of the replacement. */
export const LINK_FORM =
  'Answer with a JSON list and nothing else. Each entry is {"quote": the words as they stand in the text, letter by letter, "slug": the slug of the post, "why": the reason in a few words}. An empty list where there is nothing.';
