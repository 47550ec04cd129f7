/** The sections of the settings, by their headings. */
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
/** The section of the quick note, which exists only if the host has quick notes. */
export const QUICK_NOTE = 'Quick note' as const;
export type SettingsTitle = (typeof settingsSections)[number] | typeof QUICK_NOTE;

/** Further words that find each section. */
export const sectionWords: Readonly<Record<SettingsTitle, readonly string[]>> = {
  Account: ['password', 'email', 'name'],
  'Two-step sign-in': ['second factor', 'passkey', 'authenticator', 'recovery codes', 'security'],
  'Signed in': ['sessions', 'browsers', 'devices', 'sign out'],
  Site: ['name', 'bold and italics', 'language', 'colours'],
  AI: ['provider', 'key', 'model', 'budget', 'limit', 'openai'],
  Import: ['move here', 'ghost', 'wordpress'],
  Backups: ['back up now', 'restore', 'download'],
  Export: ['download', 'ghost', 'zip', 'take along'],
  Edge: ['cdn', 'cache'],
  'Reader servers': ['publish', 'instances', 'static'],
  'Other programs': ['token', 'api', 'agent', 'mcp', 'script'],
  Webhooks: ['tell', 'events'],
  Redirects: ['new redirect', 'addresses', 'moved'],
  Links: ['broken', 'dead'],
  Categories: ['niches', 'codex', 'new category'],
  Tags: ['labels', 'new tag', 'merge'],
  Authors: ['writers', 'new author'],
  'Quick note': ['shortcut', 'keys'],
};

/** Returns the state for the dashboard's address that opens a section of the settings. */
export const sectionState = (section: SettingsTitle) => ({ tab: 'settings', section });
