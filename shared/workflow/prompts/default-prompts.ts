import type { ShippedStepId } from '../steps.ts';
import { buyerAvatarPrompt } from './buyer-avatar.ts';
import { draftBlogsPrompt } from './draft-blogs.ts';
import { emotionalTruthsPrompt } from './emotional-truths.ts';
import { finalTitlesPrompt } from './final-titles.ts';
import { keywordsPrompt } from './keywords.ts';
import { postOutlinesPrompt } from './post-outlines.ts';
import { problemGoalBenefitPrompt } from './problem-goal-benefit.ts';
import { refinedBlogPrompt } from './refined-blog.ts';
import { seoStrategiesPrompt } from './seo-strategies.ts';

/** The shipped prompt of each step: it is stored at the first start and brought back by Reset. */
export const DEFAULT_PROMPTS: Readonly<Record<ShippedStepId, string>> = {
  'buyer-avatar': buyerAvatarPrompt,
  'problem-goal-benefit': problemGoalBenefitPrompt,
  'emotional-truths': emotionalTruthsPrompt,
  'seo-strategies': seoStrategiesPrompt,
  'final-titles': finalTitlesPrompt,
  keywords: keywordsPrompt,
  'post-outlines': postOutlinesPrompt,
  'draft-blogs': draftBlogsPrompt,
  'refined-blog': refinedBlogPrompt,
};
