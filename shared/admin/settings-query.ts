import { queryOptions } from '@tanstack/react-query';
import { getSettings } from '#shared/contract/settings.ts';
import { usePorts } from './ports-context.tsx';
import { queryKeys } from './query-client.ts';

/** The query for the site's settings. */
export function useSettingsQuery() {
  const { api } = usePorts();
  return queryOptions({
    queryKey: queryKeys.settings,
    queryFn: ({ signal }) => api.call(getSettings, { signal }),
  });
}
