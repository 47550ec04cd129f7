import { lazyScreen } from '../lazy-screen.tsx';

export const LandingPagesTab = lazyScreen(async () => (await import('./landing-pages-tab.tsx')).LandingPagesTab);
