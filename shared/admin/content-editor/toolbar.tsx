import { openSearchPanel } from '@codemirror/search';
import {
  Bold,
  Code,
  Image as ImageIcon,
  IndentDecrease,
  IndentIncrease,
  Italic,
  List,
  ListOrdered,
  ListTodo,
  type LucideIcon,
  Minus,
  Quote,
  Redo2,
  Search,
  SquareCode,
  Strikethrough,
  Table,
  Undo2,
} from 'lucide-react';
import { Toolbar as Bar } from 'radix-ui';
import { type ComponentProps, memo, type ReactNode } from 'react';
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
    ['outdent', IndentDecrease],
    ['indent', IndentIncrease],
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
  /** Opens the stored pictures, to insert one at the cursor. */
  onPicture: () => void;
}

/**
 * Everything that the keys do, for those who do not know the keys. The bar is one stop of the Tab key; arrow keys move
 * within it.
 */
export const Toolbar = memo(function Toolbar({ editor, on, isReadOnly, onPicture }: ToolbarProps) {
  const view = editor?.view;
  const { on: isOn, impossible } = useStore(on);
  const run = (name: ActionName) => {
    if (!view) return;
    actionOf(name).run(view);
    view.focus();
  };
  const takeStep = (kind: 'undo' | 'redo') => {
    editor?.step(kind);
    view?.focus();
  };
  return (
    // One row, which scrolls where there is no room: a second row would leave fewer lines for the text.
    <div className="isolate mb-2 flex items-center gap-1 overflow-x-auto rounded-md border border-line bg-surface p-1 [scrollbar-width:thin] short:mb-1 short:p-0">
      <Select
        aria-label="Paragraph style"
        className="w-32! shrink-0 text-sm!"
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
      <Bar.Root aria-label="Formatting" className="flex items-center gap-0.5">
        <Group>
          <Tool label="Undo" keys="Mod-z" Icon={Undo2} disabled={isReadOnly} onClick={() => takeStep('undo')} />
          <Tool label="Redo" keys="Mod-Shift-z" Icon={Redo2} disabled={isReadOnly} onClick={() => takeStep('redo')} />
        </Group>
        {GROUPS.map((group) => (
          <Group key={group[0]?.[0]}>
            {group.map(([name, Icon]) => {
              const { label, key, isOn: canBeOn } = actionOf(name);
              return (
                <Tool
                  key={name}
                  {...{ label, keys: key, Icon }}
                  disabled={isReadOnly || impossible.has(name)}
                  aria-pressed={canBeOn ? isOn.has(name) : undefined}
                  onClick={() => run(name)}
                />
              );
            })}
          </Group>
        ))}
        <Tool label="Picture" keys={null} Icon={ImageIcon} disabled={isReadOnly} onClick={onPicture} />
        <Tool label="Find and replace" keys="Mod-f" Icon={Search} onClick={() => view && openSearchPanel(view)} />
      </Bar.Root>
    </div>
  );
});

function Group({ children }: { children: ReactNode }) {
  return (
    <div className="flex items-center border-line not-first:ms-1 not-first:border-s not-first:ps-1">{children}</div>
  );
}

interface ToolProps extends Pick<ComponentProps<'button'>, 'aria-pressed' | 'disabled' | 'onClick'> {
  label: string;
  /** The keys in CodeMirror's notation; null for none. */
  keys: string | null;
  Icon: LucideIcon;
}

/** A button of the bar. Pressing it leaves the cursor in the text. */
function Tool({ label, keys, Icon, ...rest }: ToolProps) {
  return (
    <Bar.Button asChild disabled={rest.disabled}>
      <IconButton
        label={label}
        title={keys === null ? label : `${label} (${shownKeys(keys, isMac())})`}
        aria-keyshortcuts={keys === null ? undefined : ariaKeys(keys)}
        className="size-9! aria-pressed:bg-sunken aria-pressed:text-accent pointer-coarse:size-11!"
        onMouseDown={(event) => event.preventDefault()}
        {...rest}
      >
        <Icon aria-hidden />
      </IconButton>
    </Bar.Button>
  );
}

const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent);
