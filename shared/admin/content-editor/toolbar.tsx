import { openSearchPanel } from '@codemirror/search';
import {
  Bold,
  Code,
  Italic,
  List,
  ListOrdered,
  ListTodo,
  type LucideIcon,
  Minus,
  Quote,
  Search,
  SquareCode,
  Strikethrough,
  Table,
} from 'lucide-react';
import { Toolbar as Bar } from 'radix-ui';
import { type MouseEvent, memo } from 'react';
import { useStore } from 'zustand';
import { IconButton } from '#shared/ui/button.tsx';
import { Select } from '#shared/ui/text-input.tsx';
import { type ActionName, actionOf, ariaKeys, shownKeys } from './field/actions.ts';
import type { ContentView } from './field/create-editor.ts';
import type { WhatIsOn } from './field/what-is-on.ts';

const GROUPS: readonly (readonly [ActionName, LucideIcon][])[] = [
  [
    ['bold', Bold],
    ['italic', Italic],
    ['strikethrough', Strikethrough],
    ['code', Code],
  ],
  [
    ['bullet', List],
    ['ordered', ListOrdered],
    ['task', ListTodo],
    ['quote', Quote],
  ],
  [
    ['code-block', SquareCode],
    ['table', Table],
    ['rule', Minus],
  ],
];
const STYLES = ['paragraph', ...([1, 2, 3, 4, 5, 6] as const).map((level) => `heading-${level}` as const)] as const;

interface ToolbarProps {
  editor: ContentView | null;
  on: WhatIsOn;
  isReadOnly: boolean;
}

/** Everything the keys do, for who does not know them. One stop of the Tab key; arrow keys go through it. */
export const Toolbar = memo(function Toolbar({ editor, on, isReadOnly }: ToolbarProps) {
  const view = editor?.view;
  const isOn = useStore(on);
  const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
  const run = (name: ActionName) => {
    if (!view) return;
    actionOf(name).run(view);
    view.focus();
  };
  return (
    <div className="isolate mb-2 flex items-center gap-1 overflow-x-auto rounded-md border border-line bg-surface p-1 short:mb-1 short:p-0 md:flex-wrap">
      <Select
        aria-label="Paragraph style"
        className="w-36! shrink-0 text-sm!"
        disabled={isReadOnly}
        value={STYLES.find((name) => isOn.has(name)) ?? 'paragraph'}
        onChange={({ target }) => {
          const chosen = STYLES.find((name) => name === target.value);
          if (chosen) run(chosen);
        }}
      >
        {STYLES.map((name) => (
          <option key={name} value={name}>
            {actionOf(name).label}
          </option>
        ))}
      </Select>
      <Bar.Root aria-label="Formatting" className="flex items-center gap-0.5 md:flex-wrap">
        {GROUPS.map((group) => (
          <div
            key={group[0]?.[0]}
            className="flex items-center border-line not-first:ms-1 not-first:border-s not-first:ps-1"
          >
            {group.map(([name, Icon]) => {
              const { label, key, isOn: canBeOn } = actionOf(name);
              return (
                <Bar.Button key={name} asChild disabled={isReadOnly}>
                  <IconButton
                    label={label}
                    title={key === null ? label : `${label} (${shownKeys(key, isMac)})`}
                    aria-keyshortcuts={key === null ? undefined : ariaKeys(key)}
                    aria-pressed={canBeOn ? isOn.has(name) : undefined}
                    className="size-9! aria-pressed:bg-sunken aria-pressed:text-accent pointer-coarse:size-11!"
                    onMouseDown={keepFocus}
                    onClick={() => run(name)}
                  >
                    <Icon aria-hidden />
                  </IconButton>
                </Bar.Button>
              );
            })}
          </div>
        ))}
        <Bar.Button asChild>
          <IconButton
            label="Find and replace"
            title={`Find and replace (${shownKeys('Mod-f', isMac)})`}
            aria-keyshortcuts={ariaKeys('Mod-f')}
            className="size-9! pointer-coarse:size-11!"
            onClick={() => view && openSearchPanel(view)}
          >
            <Search aria-hidden />
          </IconButton>
        </Bar.Button>
      </Bar.Root>
    </div>
  );
});

/** A press on a button leaves the cursor in the text. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
