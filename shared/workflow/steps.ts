/** What the owner fills in before a run starts; the last three may describe a product or an app. */
export const FORM_PLACEHOLDERS = ['targetMarket', 'productApp', 'productAppFunction', 'productAppUrl'] as const;
export type FormPlaceholder = (typeof FORM_PLACEHOLDERS)[number];

interface StepShape {
  readonly number: number;
  /** Stable name in stored runs; never shown. */
  readonly id: string;
  /** The name a step row has until the owner gives it another. */
  readonly title: string;
  /** One sentence for the step row. */
  readonly description: string;
  readonly outputName: string;
  /** The placeholder that later prompts name this step's output by; null where no later step is left to read it. */
  readonly placeholder: string | null;
  /** Words its prompt asks for, in hundreds: how its length compares with the others' before any was measured. */
  readonly share: number;
}

/** The nine steps in the order in which they run. */
export const WORKFLOW_STEPS = [
  {
    number: 1,
    id: 'buyer-avatar',
    title: 'Buyer Avatar',
    description: 'Draws one believable person out of the target market: their day, their words, their doubts.',
    outputName: 'buyer avatar',
    placeholder: 'buyerAvatar',
    share: 5.5,
  },
  {
    number: 2,
    id: 'problem-goal-benefit',
    title: 'Problem, Goal, Benefit',
    description: 'Names what stands in that person’s way, what they want instead, and what would change for them.',
    outputName: 'problem-goal-benefit',
    placeholder: 'problemGoalBenefit',
    share: 6,
  },
  {
    number: 3,
    id: 'emotional-truths',
    title: 'Emotional Truths',
    description: 'Says what the person feels but seldom says, and how an article can honour it.',
    outputName: 'emotional truths',
    placeholder: 'emotionalTruths',
    share: 6,
  },
  {
    number: 4,
    id: 'seo-strategies',
    title: 'SEO Strategies',
    description: 'Finds the questions this person really searches for, and the angles worth answering them from.',
    outputName: 'SEO strategies',
    placeholder: 'seoStrategies',
    share: 7,
  },
  {
    number: 5,
    id: 'final-titles',
    title: 'Final Titles',
    description: 'Settles on three titles that make three different promises.',
    outputName: 'final titles',
    placeholder: 'finalTitles',
    share: 3,
  },
  {
    number: 6,
    id: 'keywords',
    title: 'Keywords',
    description: 'Gives each title its phrases, its readers’ questions and its tags.',
    outputName: 'keywords',
    placeholder: 'keywords',
    share: 4,
  },
  {
    number: 7,
    id: 'post-outlines',
    title: 'Post Outlines',
    description: 'Plans each post section by section, with the examples it needs and the length it may have.',
    outputName: 'post outlines',
    placeholder: 'postOutlines',
    share: 9,
  },
  {
    number: 8,
    id: 'draft-blogs',
    title: 'Draft Blogs',
    description: 'Writes all three posts in full, in a shape that turns straight into drafts.',
    outputName: 'draft blogs',
    placeholder: 'draftBlogs',
    share: 33,
  },
  {
    number: 9,
    id: 'refined-blog',
    title: 'Refined Blog',
    description: 'Edits the strongest draft until it is ready to publish.',
    outputName: 'refined blog',
    placeholder: null,
    share: 11,
  },
] as const satisfies readonly StepShape[];

export type WorkflowStep = (typeof WORKFLOW_STEPS)[number];
export type StepNumber = WorkflowStep['number'];
export type StepPlaceholder = NonNullable<WorkflowStep['placeholder']>;
export type Placeholder = FormPlaceholder | StepPlaceholder;

/**
 * The placeholders a step's prompt can have filled: the form's four and the outputs of the steps before it. A step uses
 * an earlier output only when its number is greater than that of the step the output came from.
 */
export function placeholdersFor(step: StepNumber): Placeholder[] {
  const earlier = WORKFLOW_STEPS.flatMap((each) =>
    each.number < step && each.placeholder !== null ? [each.placeholder] : [],
  );
  return [...FORM_PLACEHOLDERS, ...earlier];
}
