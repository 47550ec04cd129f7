import { DEFAULT_PROMPTS } from '#shared/workflow/prompts/default-prompts.ts';
import { type StepId, type StepList, WORKFLOW_STEPS } from '#shared/workflow/steps.ts';
import type { Article } from './articles.ts';
import { asBlocks, shapeDrafts } from './draft-shapes.ts';
import {
  buyerAvatar,
  emotionalTruths,
  finalTitles,
  keywords,
  postOutlines,
  problemGoalBenefit,
  seoStrategies,
} from './early-steps.ts';
import type { Material } from './material.ts';

/** What an answer is made of. */
export interface AnswerParts {
  readonly material: Material;
  /** The posts of the run, best first. */
  readonly articles: readonly Article[];
  /** The avatar's name. */
  readonly name: string;
  /** Chooses among the shapes of the drafts. */
  readonly shape: number;
}

export interface StepAnswer {
  /** Words that a prompt of the owner's own may be told by, where it is none of the shipped ones. */
  readonly words: RegExp;
  answer(parts: AnswerParts): string;
}

/** What the stand-in answers to each step. */
const STEP_ANSWERS: Readonly<Record<StepId, StepAnswer>> = {
  'buyer-avatar': { words: /\b(buyer )?avatar\b/i, answer: ({ material, name }) => buyerAvatar(material, name) },
  'problem-goal-benefit': {
    words: /\bproblem\b.*\bgoal\b/i,
    answer: ({ material, name }) => problemGoalBenefit(material, name),
  },
  'emotional-truths': { words: /\bemotional truths?\b/i, answer: ({ name }) => emotionalTruths(name) },
  'seo-strategies': { words: /\bSEO\b/, answer: ({ material }) => seoStrategies(material) },
  'final-titles': { words: /\btitles?\b/i, answer: ({ articles }) => finalTitles(articles) },
  keywords: { words: /\bkeywords?\b/i, answer: ({ articles }) => keywords(articles) },
  'post-outlines': { words: /\boutlines?\b/i, answer: ({ articles }) => postOutlines(articles) },
  'draft-blogs': {
    words: /\b(write|draft)\b.*\b(blog )?posts\b/i,
    answer: ({ articles, shape }) => shapeDrafts(articles, shape),
  },
  'refined-blog': { words: /\brefine/i, answer: ({ articles }) => asBlocks(articles.slice(0, 1).map(refined)) },
};

function refined(article: Article): Article {
  return { ...article, content: `${article.content}\n\nAnd if it rains: the door is open all the same.` };
}

/** The steps that the stand-in knows, with their prompts and its answers. */
export interface KnownSteps {
  readonly steps: StepList;
  readonly prompts: Readonly<Record<StepId, string>>;
  readonly answers: Readonly<Record<StepId, StepAnswer>>;
}

export const SHIPPED: KnownSteps = { steps: WORKFLOW_STEPS, prompts: DEFAULT_PROMPTS, answers: STEP_ANSWERS };
