export { RedirectForm } from './redirects/redirect-form.tsx';
export { SettingsTab } from './settings-tab.tsx';
