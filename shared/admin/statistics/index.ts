export { isStatisticsAddress, STATISTICS_ADDRESS } from './statistics-address.ts';
export { StatisticsPlace } from './statistics-place.tsx';
