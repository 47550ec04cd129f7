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

/** What else each is looked for by. */
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

/** With the dashboard's address: the section the owner wants to go to. */
export const sectionState = (section: SettingsTitle) => ({ tab: 'settings', section });
