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

/** The parts from which an output is made. */
export interface OutputParts {
  readonly material: Material;
  /** The posts of the run, best first. */
  readonly articles: readonly Article[];
  /** The avatar's name. */
  readonly name: string;
  /** Chooses among the forms of the drafts. */
  readonly shape: number;
}

export interface StepOutput {
  /** Words by which a prompt that the owner wrote may be recognised, if it is not a shipped one. */
  readonly words: RegExp;
  write(parts: OutputParts): string;
}

/** The texts that the stand-in writes for each step. */
const STEP_OUTPUTS: Readonly<Record<StepId, StepOutput>> = {
  'buyer-avatar': { words: /\b(buyer )?avatar\b/i, write: ({ material, name }) => buyerAvatar(material, name) },
  'problem-goal-benefit': {
    words: /\bproblem\b.*\bgoal\b/i,
    write: ({ material, name }) => problemGoalBenefit(material, name),
  },
  'emotional-truths': { words: /\bemotional truths?\b/i, write: ({ name }) => emotionalTruths(name) },
  'seo-strategies': { words: /\bSEO\b/, write: ({ material }) => seoStrategies(material) },
  'final-titles': { words: /\btitles?\b/i, write: ({ articles }) => finalTitles(articles) },
  keywords: { words: /\bkeywords?\b/i, write: ({ articles }) => keywords(articles) },
  'post-outlines': { words: /\boutlines?\b/i, write: ({ articles }) => postOutlines(articles) },
  'draft-blogs': {
    words: /\b(write|draft)\b.*\b(blog )?posts\b/i,
    write: ({ articles, shape }) => shapeDrafts(articles, shape),
  },
  'refined-blog': { words: /\brefine/i, write: ({ articles }) => asBlocks(articles.slice(0, 1).map(refined)) },
};

function refined(article: Article): Article {
  return { ...article, content: `${article.content}\n\nAnd if it rains: the door is open all the same.` };
}

/** The steps that the stand-in knows, with their prompts and its outputs. */
export interface KnownSteps {
  readonly steps: StepList;
  readonly prompts: Readonly<Record<StepId, string>>;
  readonly outputs: Readonly<Record<StepId, StepOutput>>;
}

export const SHIPPED: KnownSteps = { steps: WORKFLOW_STEPS, prompts: DEFAULT_PROMPTS, outputs: STEP_OUTPUTS };
