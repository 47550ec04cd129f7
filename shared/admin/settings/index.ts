export { sectionState, settingsSections } from '../settings-sections.ts';
export { RedirectForm } from './redirects/redirect-form.tsx';
export { SettingsTab } from './settings-tab.tsx';
