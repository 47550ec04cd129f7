import type { ColumnUse } from '#shared/workflow/batch/read-topics.ts';
import { type ChainForm, readChainForm } from '#shared/workflow/chain-form.ts';
import type { KeyValue } from '../../ports.ts';
import { parsedJson } from '../stored-json.ts';

/** What stands in the form of a new batch; kept on this computer until it was started. */
export interface TypedBatch {
  readonly text: string;
  readonly isTable: boolean;
  /** What the columns hold where the owner has said so; null to go by their names. */
  readonly columns: readonly ColumnUse[] | null;
  /** What holds for every topic; its target market is not used. */
  readonly form: ChainForm;
  readonly categoryId: number | null;
  /** As it was typed. */
  readonly limit: string;
  readonly atOnce: number;
  /** Whether this device is to drive it, and not the server. */
  readonly isHere: boolean;
}

const KEY = 'typedBatch';

/** What was typed before; `form` is what the chain's form says. Whatever else is stored there is passed over. */
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

/** Keeps it; where the computer has no room for it, it stays in the window. */
export function keepTypedBatch(storage: KeyValue, typed: TypedBatch): void {
  try {
    storage.set(KEY, JSON.stringify(typed));
  } catch (error) {
    console.warn('What was typed for a batch is kept in this window alone', error);
  }
}
