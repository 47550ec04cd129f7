import { useQuery } from '@tanstack/react-query';
import { LoadFailed } from '../load-failed.tsx';
import { queryKeys } from '../query-client.ts';
import { LoadingStatistics } from './loading-statistics.tsx';

/** The statistics. Their code, charts above all, comes when they are opened: the start of the admin has none of it. */
export function StatisticsPlace() {
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKeys.statistics, 'screen'],
    queryFn: () => import('./statistics-screen.tsx'),
    // The module is no answer of the server that could have changed.
    staleTime: 'static',
  });
  if (data) return <data.StatisticsScreen />;
  return (
    <div className="admin-width py-6 md:py-8">
      {error ? <LoadFailed error={error} onTryAgain={() => refetch()} /> : <LoadingStatistics />}
    </div>
  );
}
