import { Sparkles } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { SuggestionKind } from '#shared/contract/suggestions.ts';
import { Button } from '#shared/ui/button.tsx';
import { Menu, MenuHeading, MenuItem } from '#shared/ui/menu.tsx';
import { focusCard } from './focus-card.ts';
import { fieldKinds, KINDS, textKinds } from './kinds.ts';
import type { OwnCommand } from './own-commands.ts';
import { useHelp } from './suggest-context.tsx';

/** Ctrl+J, on a Mac Cmd+J: opens the menu, or goes to the open card. */
const SUGGEST_KEYS = 'Control+J Meta+J';

interface SuggestMenuProps {
  isReadOnly: boolean;
}

/** Everything a model can be asked for in this post. */
export function SuggestMenu({ isReadOnly }: SuggestMenuProps) {
  const help = useHelp();
  const [isOpen, setIsOpen] = useState(false);
  const [own, setOwn] = useState<readonly OwnCommand[]>([]);
  const opener = useRef<HTMLElement | null>(null);
  const isChosen = useRef(false);
  const set = (open: boolean) => {
    if (open) {
      isChosen.current = false;
      opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
      void help?.commands.all().then(setOwn, () => undefined);
    }
    setIsOpen(open);
  };
  useSuggestKeys(() => {
    if (!focusCard() && !isReadOnly) set(true);
  });
  if (!help) return null;
  const choose = (kind: SuggestionKind, command?: string) => () => {
    isChosen.current = true;
    help.open(kind, command === undefined ? {} : { command }, opener.current);
  };
  const item = (kind: SuggestionKind) => (
    <MenuItem key={kind} onSelect={choose(kind)}>
      {KINDS[kind].label}
    </MenuItem>
  );
  return (
    <Menu
      state={{ isOpen, set }}
      onClosed={(event) => {
        event.preventDefault();
        if (!isChosen.current || !focusCard()) opener.current?.focus();
      }}
      trigger={
        <Button size="sm" disabled={isReadOnly} aria-keyshortcuts={SUGGEST_KEYS}>
          <Sparkles aria-hidden />
          Suggest
        </Button>
      }
    >
      <MenuHeading>Selection, or all of the text</MenuHeading>
      {textKinds.map(item)}
      <MenuHeading>For the fields</MenuHeading>
      {fieldKinds.map(item)}
      <MenuHeading>Own commands</MenuHeading>
      {own.map(({ id, name, says }) => (
        <MenuItem key={id} onSelect={choose('command', says)}>
          {name}
        </MenuItem>
      ))}
      <MenuItem onSelect={choose('command')}>In your own words…</MenuItem>
    </Menu>
  );
}

function useSuggestKeys(open: () => void): void {
  const latest = useRef(open);
  latest.current = open;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, repeat } = event;
      if (key.toLowerCase() !== 'j' || ctrlKey === metaKey || altKey || shiftKey) return;
      // Otherwise the browser would show its downloads.
      event.preventDefault();
      if (!repeat && !document.querySelector('[role="dialog"], [role="alertdialog"]')) latest.current();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
