import type { NavigateOptions } from 'react-router-dom';
import { suggestionKinds } from '#shared/contract/suggestions.ts';
import { THEME_CHOICES, type ThemeChoice } from '#shared/kernel/themes.ts';
import type { FormCommands } from '../form-commands.tsx';
import { HISTORY_ADDRESS, LOG_STATE } from '../history/index.ts';
import { IMPORT_ADDRESS } from '../imports/index.ts';
import { LETTERS_ADDRESS } from '../letters/index.ts';
import { MEDIA_ADDRESS } from '../media-library/index.ts';
import type { OfferedCommand } from '../offers.ts';
import { CALENDAR_ADDRESS, FIND_STATE, LIST_ADDRESS, NEW_POST_ADDRESS } from '../posts/index.ts';
import { QUICK_NOTE, sectionState, settingsSections } from '../settings-sections.ts';
import { STATISTICS_ADDRESS } from '../statistics/statistics-address.ts';
import { KINDS } from '../suggest/kinds.ts';

/** What the actions work with. */
export interface ActionParts {
  /** Leads to an address of the admin. */
  go(address: string, options?: NavigateOptions): void;
  /** The tabs of the dashboard. */
  tabs: readonly { name: string; label: string }[];
  /** The post form that is open; null where none is. */
  form: FormCommands | null;
  /** What the parts of the open screen can do at this moment. */
  offered: readonly OfferedCommand[];
  /** Whether the host has a quick note. */
  hasQuickNote: boolean;
  /** Opens one of the windows that belong to every screen. */
  open(window: 'messages' | 'sync' | 'shortcuts'): void;
  chooseFile(): void;
  viewSite(): void;
  chooseTheme(choice: ThemeChoice): void;
  signOut(): void;
}

export interface ActionGroup {
  title: string;
  actions: readonly OfferedCommand[];
}

/** What else a tab could be looked for by: what is done there has its own name only while it is open. */
const TAB_WORDS: Readonly<Record<string, readonly string[]>> = {
  'chained-prompts': ['run all', 'batches', 'costs', 'past runs', 'drafts', 'ai', 'workflow'],
};

/** Everything that can be gone to and done from any screen, in the order it is offered. */
export function paletteActions(parts: ActionParts): readonly ActionGroup[] {
  return [
    { title: 'Do', actions: [...formActions(parts.form), ...parts.offered, ...commonActions(parts)] },
    { title: 'Go to', actions: [...tabActions(parts), ...sectionActions(parts)] },
    { title: 'Look', actions: themeActions(parts) },
  ];
}

function formActions(form: FormCommands | null): OfferedCommand[] {
  if (form === null) return [];
  return [
    { title: 'Save This Post', words: ['update', 'publish'], run: () => form.save() },
    { title: 'Save as Markdown File', words: ['export', 'download'], run: () => form.saveFile() },
    ...suggestionKinds.map((kind) => ({
      title: `Suggest: ${KINDS[kind].label}`,
      words: [...KINDS[kind].words, 'ai', 'help'],
      run: () => form.suggest(kind),
    })),
  ];
}

function commonActions({ go, open, chooseFile, viewSite, signOut }: ActionParts): OfferedCommand[] {
  return [
    { title: 'Create New Post', words: ['write', 'add'], run: () => go(NEW_POST_ADDRESS) },
    { title: 'Search Posts', words: ['find', 'list'], run: () => go(LIST_ADDRESS, { state: FIND_STATE }) },
    { title: 'Open Markdown File', words: ['import', 'upload'], run: chooseFile },
    { title: 'View Site', words: ['home', 'blog'], run: viewSite },
    { title: 'Keyboard Shortcuts', words: ['keys', 'help'], run: () => open('shortcuts') },
    { title: 'Logout', words: ['sign out', 'leave'], run: signOut },
  ];
}

function tabActions({ go, open, tabs }: ActionParts): OfferedCommand[] {
  return [
    ...tabs.map(({ name, label }) => ({
      title: label,
      words: TAB_WORDS[name] ?? [],
      run: () => go(LIST_ADDRESS, { state: { tab: name } }),
    })),
    { title: 'Calendar', words: ['schedule', 'queue', 'plan', 'month', 'week'], run: () => go(CALENDAR_ADDRESS) },
    { title: 'Media Library', words: ['pictures', 'images', 'photos'], run: () => go(MEDIA_ADDRESS) },
    { title: 'Statistics', words: ['readings', 'views', 'analytics', 'searches'], run: () => go(STATISTICS_ADDRESS) },
    { title: 'History', words: ['rewind', 'restore', 'deleted', 'bin', 'undo'], run: () => go(HISTORY_ADDRESS) },
    {
      title: 'History: Log',
      words: ['audit', 'security', 'sign-ins', 'what happened'],
      run: () => go(HISTORY_ADDRESS, { state: LOG_STATE }),
    },
    { title: 'Letters', words: ['subscribers', 'newsletter', 'followers'], run: () => go(LETTERS_ADDRESS) },
    { title: 'Import', words: ['move', 'ghost', 'wordpress', 'bring in'], run: () => go(IMPORT_ADDRESS) },
    { title: 'Messages', words: ['contact', 'mail', 'inbox'], run: () => open('messages') },
    { title: 'Synchronisation', words: ['devices', 'drafts', 'server'], run: () => open('sync') },
  ];
}

function sectionActions({ go, hasQuickNote }: ActionParts): OfferedCommand[] {
  return [...settingsSections, ...(hasQuickNote ? [QUICK_NOTE] : [])].map((title) => ({
    title: `Settings: ${title}`,
    run: () => go(LIST_ADDRESS, { state: sectionState(title) }),
  }));
}

function themeActions({ chooseTheme }: ActionParts): OfferedCommand[] {
  return THEME_CHOICES.map(({ choice, label }) => ({
    title: label,
    words: ['theme', 'colours'],
    run: () => chooseTheme(choice),
  }));
}
