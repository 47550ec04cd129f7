import type { EditorView } from '@codemirror/view';
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
import type { MouseEvent } from 'react';
import { useStore } from 'zustand';
import { IconButton } from '#shared/ui/button.tsx';
import { Select } from '#shared/ui/text-input.tsx';
import { type ActionName, actionOf, ariaKeys, shownKeys } from './field/actions.ts';
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
  view: EditorView | null;
  on: WhatIsOn;
  isReadOnly: boolean;
  onFind: () => void;
}

/** Everything the keys do, for who does not know them. One stop of the Tab key; arrow keys go through it. */
export function Toolbar({ view, on, isReadOnly, onFind }: ToolbarProps) {
  const isOn = useStore(on);
  const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
  const run = (name: ActionName) => {
    if (!view) return;
    actionOf(name).run(view);
    view.focus();
  };
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-1 gap-y-1 rounded-md border border-line bg-surface p-1">
      <Select
        aria-label="Paragraph style"
        className="w-36! text-sm!"
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
      <Bar.Root aria-label="Formatting" className="flex min-w-0 flex-wrap items-center gap-0.5">
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
            onClick={onFind}
          >
            <Search aria-hidden />
          </IconButton>
        </Bar.Button>
      </Bar.Root>
    </div>
  );
}

/** A press on a button leaves the cursor in the text. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
