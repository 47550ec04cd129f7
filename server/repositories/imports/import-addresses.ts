import { sql } from 'kysely';
import type { Executor } from '#server/db/transaction.ts';
import type { OldAddress, OldAddressOutcome } from '#shared/contract/imports.ts';
import type { Page } from '../paging.ts';

/** An address of the source; `wanted` is the address that it should lead to here. */
export interface AddressToNote {
  address: string;
  file: string;
  wanted: string;
}

/** Stores addresses; when several items had the same address, the first entry stays. */
export async function noteAddresses(
  ex: Executor,
  importId: number,
  addresses: readonly AddressToNote[],
): Promise<void> {
  for (const address of addresses) {
    await ex
      .insertInto('import_addresses')
      .values({ import_id: importId, ...address, outcome: 'open' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Deletes the answers of the addresses, so that they are requested again. */
export async function reopenAddresses(ex: Executor, importId: number): Promise<void> {
  await ex
    .updateTable('import_addresses')
    .set({ outcome: 'open', led: '' })
    .where('import_id', '=', importId)
    .execute();
}

/** The addresses after `after`, in order; with `isOpen`, only those that have not been requested yet. */
export async function addressesAfter(
  ex: Executor,
  importId: number,
  after: string,
  { limit, isOpen = false }: { limit: number; isOpen?: boolean },
): Promise<(AddressToNote & { outcome: OldAddressOutcome | 'open'; led: string })[]> {
  let query = ex
    .selectFrom('import_addresses')
    .select(['address', 'file', 'wanted', 'outcome', 'led'])
    .where('import_id', '=', importId)
    .where('address', '>', after);
  if (isOpen) query = query.where('outcome', '=', 'open');
  return query.orderBy('address').limit(limit).execute();
}

/** Records where addresses led. */
export async function noteAnswers(
  ex: Executor,
  importId: number,
  answers: readonly { address: string; outcome: OldAddressOutcome; led: string }[],
): Promise<void> {
  for (const { address, ...answer } of answers) {
    await ex
      .updateTable('import_addresses')
      .set(answer)
      .where('import_id', '=', importId)
      .where('address', '=', address)
      .execute();
  }
}

export async function countAddresses(
  ex: Executor,
  importId: number,
): Promise<{ outcome: OldAddressOutcome | 'open'; total: number }[]> {
  return ex
    .selectFrom('import_addresses')
    .where('import_id', '=', importId)
    .groupBy('outcome')
    .select(({ fn }) => ['outcome', fn.countAll<number>().as('total')])
    .execute();
}

export interface AddressesAsked {
  q?: string | undefined;
  only?: OldAddressOutcome | undefined;
  limit: number;
  /** From 1. */
  page: number;
}

export async function listAddresses(ex: Executor, importId: number, asked: AddressesAsked): Promise<Page<OldAddress>> {
  const { q = '', only, limit, page } = asked;
  const words = q.trim().toLowerCase();
  let chosen = ex.selectFrom('import_addresses').where('import_id', '=', importId).where('outcome', '<>', 'open');
  if (only) chosen = chosen.where('outcome', '=', only);
  if (words !== '')
    chosen = chosen.where(sql<boolean>`instr(lower(address || char(10) || file || char(10) || led), ${words}) > 0`);
  const items = await chosen
    .select(['address', 'file', 'led'])
    .select(sql<OldAddressOutcome>`outcome`.as('outcome'))
    .orderBy('address')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const { total } = await chosen.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { items, total, next: null };
}
