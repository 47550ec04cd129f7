import { FORM_PLACEHOLDERS, type FormPlaceholder } from './steps.ts';

/** The fields that the owner fills in above the steps. */
export type ChainForm = Readonly<Record<FormPlaceholder, string>> & {
  /** The id of the category of the posts, whose codex the prompts receive; empty or absent when there is none. */
  readonly category?: string;
};

/** The names of all fields of a form. */
export const FORM_FIELDS = [...FORM_PLACEHOLDERS, 'category'] as const;

/** A form in which every field is blank. */
export const blankChainForm: ChainForm = {
  targetMarket: '',
  productApp: '',
  productAppFunction: '',
  productAppUrl: '',
};

/**
 * Returns the form before anything is typed. Its address is that of our own landing page, on the site's public address.
 */
export function defaultChainForm(siteUrl: string): ChainForm {
  return {
    targetMarket: '',
    productApp: 'Pole Fitness Classes',
    productAppFunction:
      'Beginner-friendly pole fitness classes that build strength, flexibility and confidence in a small, welcoming studio.',
    productAppUrl: `${siteUrl.replace(/\/+$/, '')}/pole-dancing-classes-near-me-st-pete`,
  };
}

const TARGET_MARKET_REQUIRED = 'Target market is required';

const needed = ['targetMarket', 'productApp', 'productAppFunction'] as const satisfies readonly FormPlaceholder[];
export type NeededField = (typeof needed)[number];

/** The message of each required field while it is blank. */
export const REQUIRED_TEXTS: Readonly<Record<NeededField, string>> = {
  targetMarket: TARGET_MARKET_REQUIRED,
  productApp: 'Product/app name is required',
  productAppFunction: 'Product/app function is required',
};

/** Returns the blank fields that a run needs in order to start; the address may stay blank. */
export function missingFields(form: ChainForm): NeededField[] {
  return needed.filter((name) => form[name].trim() === '');
}

/** Whether two forms ask for the same; spaces around the typed text do not count. */
export function isSameForm(one: ChainForm, other: ChainForm): boolean {
  return FORM_FIELDS.every((name) => (one[name] ?? '').trim() === (other[name] ?? '').trim());
}

/** Returns the message for a blank required field; for Run All Steps the message ends differently. */
export function missingFieldsText(isAuto: boolean): string {
  const start = 'Please fill in target market, product/app, and product/app function before';
  return isAuto ? `${start} starting auto-run.` : `${start} running chained prompts.`;
}

/** Reads a form from any stored value; a value that is missing or not a text is taken from the fallback. */
export function readChainForm(stored: unknown, fallback: ChainForm): ChainForm {
  const values = typeof stored === 'object' && stored !== null ? (stored as Readonly<Record<string, unknown>>) : {};
  const entries = FORM_PLACEHOLDERS.map((name) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return [name, typeof value === 'string' ? value : fallback[name]] as const;
  });
  const category = Object.hasOwn(values, 'category') ? values.category : fallback.category;
  const form = Object.fromEntries(entries) as Record<FormPlaceholder, string>;
  return typeof category === 'string' && category !== '' ? { ...form, category } : form;
}
