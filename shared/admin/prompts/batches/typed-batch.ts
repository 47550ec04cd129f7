import type { ColumnUse } from '#shared/workflow/batch/read-topics.ts';
import { type ChainForm, readChainForm } from '#shared/workflow/chain-form.ts';
import type { KeyValue } from '../../ports.ts';
import { parsedJson } from '../stored-json.ts';

/** The contents of the form of a new batch; stored on this computer until the batch was started. */
export interface TypedBatch {
  readonly text: string;
  readonly isTable: boolean;
  /** The contents of the columns as chosen by the owner; null when they are guessed from the columns' names. */
  readonly columns: readonly ColumnUse[] | null;
  /** The inputs for every topic; the target market in it is not used. */
  readonly form: ChainForm;
  readonly categoryId: number | null;
  /** As it was typed. */
  readonly limit: string;
  readonly atOnce: number;
  /** Whether this device, and not the server, is to drive the batch. */
  readonly isHere: boolean;
}

const KEY = 'typedBatch';

/** Reads what was typed before; `form` is the current form of the chain. Any other stored values are ignored. */
export function readTypedBatch(storage: KeyValue, form: ChainForm): TypedBatch {
  const empty: TypedBatch = {
    ...{ text: '', isTable: false, columns: null, categoryId: null, limit: '', atOnce: 1, isHere: false },
    form: { ...form, targetMarket: '' },
  };
  const stored = parsedJson(storage.get(KEY) ?? '');
  if (typeof stored !== 'object' || stored === null) return empty;
  const {
    text,
    isTable,
    categoryId,
    limit,
    atOnce,
    isHere,
    form: typed,
  } = stored as Partial<Record<keyof TypedBatch, unknown>>;
  return {
    ...empty,
    text: typeof text === 'string' ? text : '',
    isTable: isTable === true,
    form: readChainForm(typed, empty.form),
    categoryId: typeof categoryId === 'number' ? categoryId : null,
    limit: typeof limit === 'string' ? limit : '',
    atOnce: typeof atOnce === 'number' && Number.isInteger(atOnce) ? Math.min(5, Math.max(1, atOnce)) : 1,
    isHere: isHere === true,
  };
}

/** Stores the typed batch; when the computer has no room for it, it stays in the window only. */
export function keepTypedBatch(storage: KeyValue, typed: TypedBatch): void {
  try {
    storage.set(KEY, JSON.stringify(typed));
  } catch (error) {
    console.warn('What was typed for a batch is kept in this window alone', error);
  }
}
