import { lazyScreen } from '../lazy-screen.tsx';
import { LoadFailed } from '../load-failed.tsx';
import { LoadingStatistics } from './loading-statistics.tsx';

/** The statistics, with their charts. */
export const StatisticsPlace = lazyScreen(async () => (await import('./statistics-screen.tsx')).StatisticsScreen, {
  waiting: (
    <div className="admin-width py-6 md:py-8">
      <LoadingStatistics />
    </div>
  ),
  failed: (error, onTryAgain) => (
    <div className="admin-width py-6 md:py-8">
      <LoadFailed error={error} onTryAgain={onTryAgain} />
    </div>
  ),
});
