import { lazyScreen } from '../lazy-screen.tsx';

export { HISTORY_ADDRESS, isHistoryAddress, LOG_STATE } from './history-address.ts';
export { originName } from './history-texts.ts';
export const HistoryScreen = lazyScreen(async () => (await import('./history-screen.tsx')).HistoryScreen);
