import { lazyScreen } from '../lazy-screen.tsx';

export { RedirectForm } from './redirects/redirect-form.tsx';
export const SettingsTab = lazyScreen(async () => (await import('./settings-tab.tsx')).SettingsTab);
