export { SettingsTab } from './settings-tab.tsx';
