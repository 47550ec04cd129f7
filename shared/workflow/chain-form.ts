import { FORM_PLACEHOLDERS, type FormPlaceholder } from './steps.ts';

/** What the owner fills in above the steps. */
export type ChainForm = Readonly<Record<FormPlaceholder, string>> & {
  /** The id of the category the posts are for, whose codex prompts are told; empty or absent for none. */
  readonly category?: string;
};

/** All that a form holds. */
export const FORM_FIELDS = [...FORM_PLACEHOLDERS, 'category'] as const;

/** The form in which nothing is filled in. */
export const blankChainForm: ChainForm = {
  targetMarket: '',
  productApp: '',
  productAppFunction: '',
  productAppUrl: '',
};

/** The form before anything is typed. The address is our own landing page's, on the site's public address. */
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

/** What each of them says while it is missing. */
export const REQUIRED_TEXTS: Readonly<Record<NeededField, string>> = {
  targetMarket: TARGET_MARKET_REQUIRED,
  productApp: 'Product/app name is required',
  productAppFunction: 'Product/app function is required',
};

/** The fields a run cannot start without; the address may stay empty. */
export function missingFields(form: ChainForm): NeededField[] {
  return needed.filter((name) => form[name].trim() === '');
}

/** Whether two forms ask for the same, spaces around what is typed aside. */
export function isSameForm(one: ChainForm, other: ChainForm): boolean {
  return FORM_FIELDS.every((name) => (one[name] ?? '').trim() === (other[name] ?? '').trim());
}

/** What is said when one of them is missing; Run All Steps has an ending of its own. */
export function missingFieldsText(isAuto: boolean): string {
  const start = 'Please fill in target market, product/app, and product/app function before';
  return isAuto ? `${start} starting auto-run.` : `${start} running chained prompts.`;
}

/** A form out of anything that was stored; what is missing or no text becomes the default's. */
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
