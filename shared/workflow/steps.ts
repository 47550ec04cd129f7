/** The fields that the owner fills in before a run starts; the last three may describe a product or an app. */
export const FORM_PLACEHOLDERS = ['targetMarket', 'productApp', 'productAppFunction', 'productAppUrl'] as const;
export type FormPlaceholder = (typeof FORM_PLACEHOLDERS)[number];

/** The placeholder of the codex of the run's category (docs/rules.md, "Codex"). */
export const CODEX_PLACEHOLDER = 'codex';

/** The stable name of a step in runs, prompts, templates and keys; it is never shown. */
export type StepId = string;

/**
 * A step's special role, besides producing text: its output holds the drafts of the posts, or the best of the drafts
 * once more, edited.
 */
export type StepRole = 'writesDrafts' | 'refines';

export interface WorkflowStep {
  /**
   * In kebab-case. Everything stored names the step by this id: it is never changed, and never given to another step.
   */
  readonly id: StepId;
  /** The title of the step's row until the owner gives it another. */
  readonly title: string;
  /** One sentence for the step row. */
  readonly description: string;
  readonly outputName: string;
  /** The placeholder by which later prompts name this step's output; null when no later step reads it. */
  readonly placeholder: string | null;
  /**
   * The number of words that the prompt asks for, in hundreds: it compares the step's duration with that of the others
   * before any was measured.
   */
  readonly share: number;
  /** Drafts are made from the output of a step with a role. At most one step of the list has each role. */
  readonly role?: StepRole;
}

/**
 * Steps in the order in which they run. The step number that people see is the step's position in this order, from 1.
 */
export type StepList = readonly WorkflowStep[];

const TOKENS_A_WORD = 4 / 3;

/** Returns the tokens of an answer as long as the step's prompt asks for; null for a step that is not in the list. */
export function usualTokens(steps: StepList, id: StepId | undefined): number | null {
  const share = steps.find((step) => step.id === id)?.share;
  return share === undefined ? null : Math.round(share * 100 * TOKENS_A_WORD);
}

/**
 * The nine shipped steps. Wherever a list of steps is given, the order, the numbers, the rows and the records follow
 * from it. Besides its entry here, a step has its prompt (`prompts/`) and, in the tests, the stand-in's answer.
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

/** The id of a shipped step. */
export type ShippedStepId = (typeof WORKFLOW_STEPS)[number]['id'];
/** A form field's name, the codex, or the placeholder of a step. */
export type Placeholder = string;

/** Returns the number by which people know a step. Throws RangeError for a step that is not in the list. */
export function stepNumber(steps: readonly Pick<WorkflowStep, 'id'>[], step: StepId): number {
  const index = steps.findIndex(({ id }) => id === step);
  if (index === -1) throw new RangeError(`No step "${step}" is in the list.`);
  return index + 1;
}

/** Returns the step with a role; undefined when the list has none. */
export function stepWithRole(steps: StepList, role: StepRole): WorkflowStep | undefined {
  return steps.find((step) => step.role === role);
}

/** Returns the steps before a step, in their order. Throws RangeError for a step that is not in the list. */
export function stepsBefore<Step extends Pick<WorkflowStep, 'id'>>(
  steps: readonly Step[],
  step: StepId,
): readonly Step[] {
  return steps.slice(0, stepNumber(steps, step) - 1);
}

/**
 * Returns all names that a prompt can use: the form's four, the codex, and the placeholder of every step that has one.
 */
export function allPlaceholders(steps: readonly Pick<WorkflowStep, 'placeholder'>[]): Placeholder[] {
  return [...FORM_PLACEHOLDERS, CODEX_PLACEHOLDER, ...steps.flatMap(({ placeholder }) => placeholder ?? [])];
}

/**
 * Returns the placeholders that can be filled in a step's prompt: the form's four, the codex and the outputs of the
 * steps before it. A step uses an earlier output only when its own number is greater than that of the step that wrote
 * the output.
 */
export function placeholdersFor(
  steps: readonly Pick<WorkflowStep, 'id' | 'placeholder'>[],
  step: StepId,
): Placeholder[] {
  return allPlaceholders(stepsBefore(steps, step));
}

/**
 * The steps in the order of the numbers, from 1, by which earlier programs named them in everything they stored. Never
 * changed.
 */
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

/**
 * Returns the step that a stored number stands for, whatever the step's position in the list is now; null for any other
 * value.
 */
export function stepOfFormerNumber(stored: unknown): StepId | null {
  return typeof stored === 'number' ? (NUMBERED[stored - 1] ?? null) : null;
}

/**
 * Returns a step's name in places where it is specified to be the step's number, which never changes; a step without
 * such a number has its id.
 */
export function numberedName(step: StepId): string {
  return String(formerNumber(step) ?? step);
}

/** Returns the number under which a step was stored; null for a step that was added after the numbers were given up. */
export function formerNumber(step: StepId): number | null {
  const index = NUMBERED.indexOf(step);
  return index === -1 ? null : index + 1;
}
