import { lazyScreen } from '../../lazy-screen.tsx';

export const CalendarScreen = lazyScreen(async () => (await import('./calendar-screen.tsx')).CalendarScreen);
