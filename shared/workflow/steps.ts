/** What the owner fills in before a run starts; the last three may describe a product or an app. */
export const FORM_PLACEHOLDERS = ['targetMarket', 'productApp', 'productAppFunction', 'productAppUrl'] as const;
export type FormPlaceholder = (typeof FORM_PLACEHOLDERS)[number];

/** What the codex of the run's category says (docs/rules.md, "Codex"). */
export const CODEX_PLACEHOLDER = 'codex';

/** A step's stable name in runs, prompts, templates and keys; never shown. */
export type StepId = string;

/** What a step is for beside its text: its output holds the posts' drafts, or the best of them once more, edited. */
export type StepRole = 'writesDrafts' | 'refines';

export interface WorkflowStep {
  /** Kebab-case. Whatever was stored names the step by it: it is never changed, and never given to another step. */
  readonly id: StepId;
  /** The name a step row has until the owner gives it another. */
  readonly title: string;
  /** One sentence for the step row. */
  readonly description: string;
  readonly outputName: string;
  /** The placeholder that later prompts name this step's output by; null where no later step is left to read it. */
  readonly placeholder: string | null;
  /** Words its prompt asks for, in hundreds: how its length compares with the others' before any was measured. */
  readonly share: number;
  /** Drafts are made of the output of a step that has one. One step of the list, at the most, has each. */
  readonly role?: StepRole;
}

/** Steps in the order they run. What people see as a step's number is its place in this order, from 1. */
export type StepList = readonly WorkflowStep[];

const TOKENS_A_WORD = 4 / 3;

/** Tokens of an answer as long as the step's prompt asks for; null for a step that is not in the list. */
export function usualTokens(steps: StepList, id: StepId | undefined): number | null {
  const share = steps.find((step) => step.id === id)?.share;
  return share === undefined ? null : Math.round(share * 100 * TOKENS_A_WORD);
}

/**
 * The nine steps that are shipped. The order, the numbers, the rows and the records follow from it wherever a list of steps
 * is given; beside it a step has its prompt (`prompts/`) and, in the tests, the stand-in's answer.
 */
export const WORKFLOW_STEPS = [
  {
    id: 'buyer-avatar',
    title: 'Buyer Avatar',
    description: 'Draws one believable person out of the target market: their day, their words, their doubts.',
    outputName: 'buyer avatar',
    placeholder: 'buyerAvatar',
    share: 5.5,
  },
  {
    id: 'problem-goal-benefit',
    title: 'Problem, Goal, Benefit',
    description: 'Names what stands in that person’s way, what they want instead, and what would change for them.',
    outputName: 'problem-goal-benefit',
    placeholder: 'problemGoalBenefit',
    share: 6,
  },
  {
    id: 'emotional-truths',
    title: 'Emotional Truths',
    description: 'Says what the person feels but seldom says, and how an article can honour it.',
    outputName: 'emotional truths',
    placeholder: 'emotionalTruths',
    share: 6,
  },
  {
    id: 'seo-strategies',
    title: 'SEO Strategies',
    description: 'Finds the questions this person really searches for, and the angles worth answering them from.',
    outputName: 'SEO strategies',
    placeholder: 'seoStrategies',
    share: 7,
  },
  {
    id: 'final-titles',
    title: 'Final Titles',
    description: 'Settles on three titles that make three different promises.',
    outputName: 'final titles',
    placeholder: 'finalTitles',
    share: 3,
  },
  {
    id: 'keywords',
    title: 'Keywords',
    description: 'Gives each title its phrases, its readers’ questions and its tags.',
    outputName: 'keywords',
    placeholder: 'keywords',
    share: 4,
  },
  {
    id: 'post-outlines',
    title: 'Post Outlines',
    description: 'Plans each post section by section, with the examples it needs and the length it may have.',
    outputName: 'post outlines',
    placeholder: 'postOutlines',
    share: 9,
  },
  {
    id: 'draft-blogs',
    title: 'Draft Blogs',
    description: 'Writes all three posts in full, in a shape that turns straight into drafts.',
    outputName: 'draft blogs',
    placeholder: 'draftBlogs',
    share: 33,
    role: 'writesDrafts',
  },
  {
    id: 'refined-blog',
    title: 'Refined Blog',
    description: 'Edits the strongest draft until it is ready to publish.',
    outputName: 'refined blog',
    placeholder: null,
    share: 11,
    role: 'refines',
  },
] as const satisfies StepList;

/** The id of a step that is shipped. */
export type ShippedStepId = (typeof WORKFLOW_STEPS)[number]['id'];
/** A form field's name, the codex, or the placeholder of a step. */
export type Placeholder = string;

/** The number people know a step by. Throws RangeError for one that is not in the list. */
export function stepNumber(steps: readonly Pick<WorkflowStep, 'id'>[], step: StepId): number {
  const index = steps.findIndex(({ id }) => id === step);
  if (index === -1) throw new RangeError(`No step "${step}" is in the list.`);
  return index + 1;
}

/** The step with a role; undefined where the list has none. */
export function stepWithRole(steps: StepList, role: StepRole): WorkflowStep | undefined {
  return steps.find((step) => step.role === role);
}

/** The steps before a step, in their order. Throws RangeError for one that is not in the list. */
export function stepsBefore<Step extends Pick<WorkflowStep, 'id'>>(
  steps: readonly Step[],
  step: StepId,
): readonly Step[] {
  return steps.slice(0, stepNumber(steps, step) - 1);
}

/** All that a prompt can name: the form's four, the codex, and the output of every step that says how. */
export function allPlaceholders(steps: readonly Pick<WorkflowStep, 'placeholder'>[]): Placeholder[] {
  return [...FORM_PLACEHOLDERS, CODEX_PLACEHOLDER, ...steps.flatMap(({ placeholder }) => placeholder ?? [])];
}

/**
 * The placeholders a step's prompt can have filled: the form's four, the codex and the outputs of the steps before it. A step uses
 * an earlier output only when its number is greater than that of the step the output came from.
 */
export function placeholdersFor(
  steps: readonly Pick<WorkflowStep, 'id' | 'placeholder'>[],
  step: StepId,
): Placeholder[] {
  return allPlaceholders(stepsBefore(steps, step));
}

/** The steps by the numbers, from 1, that earlier programs named them by in all they stored. Never changed. */
const NUMBERED: readonly StepId[] = [
  'buyer-avatar',
  'problem-goal-benefit',
  'emotional-truths',
  'seo-strategies',
  'final-titles',
  'keywords',
  'post-outlines',
  'draft-blogs',
  'refined-blog',
] satisfies ShippedStepId[];

/** The step a stored number stands for, whatever its place in the list is by now; null for what is none. */
export function stepOfFormerNumber(stored: unknown): StepId | null {
  return typeof stored === 'number' ? (NUMBERED[stored - 1] ?? null) : null;
}

/** A step's name where one is specified to be its number, as the same word for ever: a step without a number has its id. */
export function numberedName(step: StepId): string {
  return String(formerNumber(step) ?? step);
}

/** The number a step was stored by; null for one that came after the numbers. */
export function formerNumber(step: StepId): number | null {
  const index = NUMBERED.indexOf(step);
  return index === -1 ? null : index + 1;
}
