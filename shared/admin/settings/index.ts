export { RedirectForm } from './redirects/redirect-form.tsx';
export { sectionState, settingsSections } from './settings-section.tsx';
export { SettingsTab } from './settings-tab.tsx';
