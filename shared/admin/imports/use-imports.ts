import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { QueryOf } from '#shared/contract/endpoint.ts';
import {
  type ImportLine,
  type ImportOptions,
  listImportAddresses,
  listImportItems,
  listImports,
  readImport,
  runImport,
  type SiteImport,
  undoImport,
} from '#shared/contract/imports.ts';
import { usePorts } from '../ports-context.tsx';
import { queryKeys } from '../query-client.ts';
import { useAction } from '../use-action.ts';

/** Milliseconds between two checks of an import that is under way. */
const LOOK_AGAIN = 800;
/** The number of rows of a page of the receipt. */
export const ROWS = 25;

export const isUnderWay = ({ state }: Pick<ImportLine, 'state'>): boolean =>
  state === 'reading' || state === 'running' || state === 'undoing';

/** All imports, the latest first; fetched repeatedly while one of them is under way. */
export function useImports() {
  const { api } = usePorts();
  return useQuery({
    queryKey: [...queryKeys.imports, 'list'],
    queryFn: ({ signal }) => api.call(listImports, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? LOOK_AGAIN : false),
  });
}

export function useImport(id: number) {
  const { api } = usePorts();
  return useQuery({
    queryKey: [...queryKeys.imports, id],
    queryFn: ({ signal }) => api.call(readImport, { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? LOOK_AGAIN : false),
  });
}

/** The queries that an import makes stale: everything the admin shows. */
const everything = [[]];

export function useRun(id: number) {
  return useAction({
    name: 'import_begun',
    run: ({ api }, options: ImportOptions) => api.call(runImport, { params: { id }, body: options }),
    refreshes: [queryKeys.imports],
    failure: 'Not begun',
  });
}

export function useUndo(id: number) {
  return useAction({
    name: 'import_undone',
    run: ({ api }) => api.call(undoImport, { params: { id } }),
    refreshes: everything,
    failure: 'Not undone',
  });
}

type ItemsOnly = NonNullable<QueryOf<typeof listImportItems>['only']>;
type AddressesOnly = NonNullable<QueryOf<typeof listImportAddresses>['only']>;

export interface RowsAsked<Only> {
  only: Only | '';
  q: string;
  page: number;
}

const asQuery = <Only extends string>({ only, q, page }: RowsAsked<Only>) => ({
  limit: ROWS,
  page,
  ...(only !== '' && { only }),
  ...(q.trim() !== '' && { q: q.trim() }),
});

export function useItems({ id }: SiteImport, asked: RowsAsked<ItemsOnly>) {
  const { api } = usePorts();
  return useQuery({
    queryKey: [...queryKeys.imports, id, 'items', asked],
    queryFn: ({ signal }) => api.list(listImportItems, { params: { id }, query: asQuery(asked), signal }),
    placeholderData: keepPreviousData,
  });
}

export function useAddresses({ id }: SiteImport, asked: RowsAsked<AddressesOnly>) {
  const { api } = usePorts();
  return useQuery({
    queryKey: [...queryKeys.imports, id, 'addresses', asked],
    queryFn: ({ signal }) => api.list(listImportAddresses, { params: { id }, query: asQuery(asked), signal }),
    placeholderData: keepPreviousData,
  });
}
