import type { NavigateOptions } from 'react-router-dom';
import { suggestionKinds } from '#shared/contract/suggestions.ts';
import { THEME_CHOICES, type ThemeChoice } from '#shared/kernel/themes.ts';
import type { FormCommands } from '../form-commands.ts';
import { HISTORY_ADDRESS, LOG_STATE } from '../history/index.ts';
import type { OfferedCommand } from '../offers.ts';
import {
  CALENDAR_ADDRESS,
  FIND_STATE,
  LIST_ADDRESS,
  NEW_POST_ADDRESS,
  statusAddress,
  statusOptions,
} from '../posts/index.ts';
import { QUICK_NOTE, sectionState, sectionWords, settingsSections } from '../settings-sections.ts';
import { KINDS } from '../suggest/kinds.ts';

/** What the actions use. */
export interface ActionParts {
  /** Navigates to an address of the admin. */
  go(address: string, options?: NavigateOptions): void;
  /** The tabs of the dashboard; `words` are further words that find a tab. */
  tabs: readonly { name: string; label: string; words?: readonly string[] }[];
  /** The screens outside the tabs, with addresses of their own. */
  places: readonly { name: string; address: string; words: readonly string[] }[];
  /** The open post form; null if none is open. */
  form: FormCommands | null;
  /** What the parts of the open screen can do at the moment. */
  offered: readonly OfferedCommand[];
  /** Whether the host has a quick note. */
  hasQuickNote: boolean;
  /** Opens one of the windows that belong to every screen. */
  open(window: 'messages' | 'sync' | 'shortcuts'): void;
  chooseFile(): void;
  viewSite(): void;
  syncNow(): void;
  chooseTheme(choice: ThemeChoice): void;
  signOut(): void;
}

export interface ActionGroup {
  title: string;
  actions: readonly OfferedCommand[];
}

/** Returns everything that can be opened and done from any screen, in the order in which it is offered. */
export function paletteActions(parts: ActionParts): readonly ActionGroup[] {
  const offered = Map.groupBy(parts.offered, ({ group }) => group);
  const here = offered.get(undefined) ?? [];
  return [
    { title: 'Do', actions: [...formActions(parts.form), ...here, ...commonActions(parts)] },
    { title: 'Go to', actions: [...tabActions(parts), ...listActions(parts), ...sectionActions(parts)] },
    { title: 'Look', actions: themeActions(parts) },
    ...(parts.form ? [{ title: 'Ask a model', actions: suggestActions(parts.form) }] : []),
    ...[...offered].flatMap(([title, actions]) => (title === undefined ? [] : [{ title, actions }])),
  ];
}

function formActions(form: FormCommands | null): OfferedCommand[] {
  if (form === null) return [];
  return [
    { title: 'Save This Post', words: ['update', 'publish'], run: () => form.save() },
    { title: 'Save as Markdown File', words: ['export', 'download'], run: () => form.saveFile() },
  ];
}

/**
 * Returns the suggestions that a model can be asked for. There are many, so none of them comes first while nothing is
 * typed.
 */
function suggestActions(form: FormCommands): OfferedCommand[] {
  return suggestionKinds.map((kind) => ({
    title: `Suggest: ${KINDS[kind].label}`,
    words: [...KINDS[kind].words, 'ai', 'help'],
    run: () => form.suggest(kind),
  }));
}

function commonActions({ go, open, chooseFile, viewSite, syncNow, signOut }: ActionParts): OfferedCommand[] {
  return [
    { title: 'Create New Post', words: ['write', 'add'], run: () => go(NEW_POST_ADDRESS) },
    { title: 'Search Posts', words: ['find', 'list'], run: () => go(LIST_ADDRESS, { state: FIND_STATE }) },
    { title: 'Open Markdown File', words: ['import', 'upload'], run: chooseFile },
    { title: 'View Site', words: ['home', 'blog'], run: viewSite },
    { title: 'Sync Now', words: ['send', 'server', 'devices'], run: syncNow },
    { title: 'Keyboard Shortcuts', words: ['keys', 'help'], run: () => open('shortcuts') },
    { title: 'Logout', words: ['sign out', 'leave'], run: signOut },
  ];
}

function tabActions({ go, open, tabs, places }: ActionParts): OfferedCommand[] {
  return [
    ...tabs.map(({ name, label, words = [] }) => ({
      title: label,
      words,
      run: () => go(LIST_ADDRESS, { state: { tab: name } }),
    })),
    { title: 'Calendar', words: ['schedule', 'queue', 'plan', 'month', 'week'], run: () => go(CALENDAR_ADDRESS) },
    ...places.map(({ name, address, words }) => ({ title: name, words, run: () => go(address) })),
    {
      title: 'History: Log',
      words: ['audit', 'security', 'sign-ins', 'what happened'],
      run: () => go(HISTORY_ADDRESS, { state: LOG_STATE }),
    },
    { title: 'Messages', words: ['contact', 'mail', 'inbox'], run: () => open('messages') },
    { title: 'Synchronisation', words: ['devices', 'drafts', 'server'], run: () => open('sync') },
  ];
}

/** Returns the lists of posts, each narrowed to one status. */
function listActions({ go }: ActionParts): OfferedCommand[] {
  return statusOptions.map(({ value, label }) => ({
    title: `Posts: ${label}`,
    words: ['list', 'filter'],
    run: () => go(statusAddress(value), { state: { tab: 'posts' } }),
  }));
}

function sectionActions({ go, hasQuickNote }: ActionParts): OfferedCommand[] {
  return [...settingsSections, ...(hasQuickNote ? [QUICK_NOTE] : [])].map((title) => ({
    title: `Settings: ${title}`,
    words: sectionWords[title],
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
