/** The sections of the settings, as their headings call them. */
export const settingsSections = [
  'Account',
  'Two-step sign-in',
  'Signed in',
  'Site',
  'AI',
  'Import',
  'Backups',
  'Export',
  'Edge',
  'Reader servers',
  'Other programs',
  'Webhooks',
  'Redirects',
  'Links',
  'Categories',
  'Tags',
  'Authors',
] as const;
/** That of the quick note, where the host has one. */
export const QUICK_NOTE = 'Quick note' as const;
export type SettingsTitle = (typeof settingsSections)[number] | typeof QUICK_NOTE;

/** With the dashboard's address: the section the owner wants to go to. */
export const sectionState = (section: SettingsTitle) => ({ tab: 'settings', section });
