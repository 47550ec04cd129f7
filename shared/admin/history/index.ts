export { HISTORY_ADDRESS, isHistoryAddress, LOG_STATE } from './history-address.ts';
export { HistoryScreen } from './history-screen.tsx';
export { originName } from './history-texts.ts';
