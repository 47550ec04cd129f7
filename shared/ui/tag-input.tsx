import { X } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { classNames } from './class-names.ts';
import { useStill } from './use-still.ts';

interface TagInputProps {
  id?: string;
  'aria-invalid'?: boolean | undefined;
  'aria-describedby'?: string | undefined;
  values: readonly string[];
  onChange: (values: string[]) => void;
  /** Known words, offered while the user types. */
  suggestions: readonly string[];
  /** Called with whether the field contains a word that is not added yet; leaving the field adds the word. */
  onTyping?: (isTyping: boolean) => void;
}

const MAX_OFFERED = 8;
const sameWord = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/**
 * Words as chips. Enter or a comma adds the typed word, the arrow keys choose an offered word, Backspace removes the
 * last one.
 */
export function TagInput({ values, onChange, suggestions, onTyping, ...control }: TagInputProps) {
  const [text, setShownText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const listId = useId();
  // A word that is added when the field is left may need a new row.
  const shownText = useStill(text);
  const shownValues = useStill(values);
  const typed = text.trim();
  const setText = (next: string) => {
    setShownText(next);
    onTyping?.(next.trim() !== '');
  };
  const offered = offeredFor(typed, values, suggestions);
  const shown = isOpen && offered.length > 0;

  const take = (...words: string[]) => {
    const next = withWords(values, words, suggestions);
    if (next.length !== values.length) onChange(next);
    setText('');
    setActive(-1);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setIsOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive((before) => (offered.length === 0 ? -1 : (before + step + offered.length) % offered.length));
    } else if (event.key === 'Enter' && (typed !== '' || active >= 0)) {
      event.preventDefault();
      take((shown ? offered[active] : undefined) ?? typed);
    } else if (event.key === 'Escape' && shown) {
      event.stopPropagation();
      setIsOpen(false);
      setActive(-1);
    } else if (event.key === 'Backspace' && text === '') {
      onChange(values.slice(0, -1));
    }
  };

  return (
    <div className="relative">
      <div
        className={classNames(
          'flex min-h-10 flex-wrap items-center gap-1.5 rounded-md border bg-surface p-1.5 focus-within:outline-2 focus-within:outline-focus',
          control['aria-invalid'] ? 'border-danger' : 'border-line-strong',
        )}
      >
        <Chips values={shownValues} onRemove={(word) => onChange(values.filter((other) => other !== word))} />
        <input
          {...control}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={shown}
          aria-controls={listId}
          aria-activedescendant={shown && active >= 0 ? `${listId}-${active}` : undefined}
          autoComplete="off"
          className="h-7 min-w-24 flex-1 bg-transparent px-1.5 text-base outline-none"
          value={shownText}
          onChange={(event) => {
            const parts = event.target.value.split(',');
            const rest = parts.pop() ?? '';
            if (parts.length > 0) take(...parts);
            setText(rest);
            setActive(-1);
            setIsOpen(true);
          }}
          onKeyDown={onKeyDown}
          onBlur={() => {
            setIsOpen(false);
            if (typed !== '') take(typed);
          }}
        />
      </div>
      <Offered {...{ id: listId, words: offered, active, isShown: shown }} onTake={take} />
    </div>
  );
}

/** Returns the first known words that contain the typed text and are not chosen yet. */
function offeredFor(typed: string, values: readonly string[], known: readonly string[]): readonly string[] {
  const isNew = (word: string) => !values.some((value) => sameWord(value, word));
  return known.filter((word) => word.toLowerCase().includes(typed.toLowerCase()) && isNew(word)).slice(0, MAX_OFFERED);
}

/** Returns the words with more of them added, each once, in its known spelling where there is one. */
function withWords(values: readonly string[], more: readonly string[], known: readonly string[]): string[] {
  const next = [...values];
  for (const word of more.map((one) => one.trim())) {
    const its = known.find((each) => sameWord(each, word)) ?? word;
    if (word !== '' && !next.some((value) => sameWord(value, its))) next.push(its);
  }
  return next;
}

function Chips({ values, onRemove }: { values: readonly string[]; onRemove: (word: string) => void }) {
  return values.map((value) => (
    <span key={value} className="inline-flex min-w-0 items-center rounded-full bg-sunken ps-2.5 text-sm">
      <span className="truncate">{value}</span>
      <button
        type="button"
        aria-label={`Remove ${value}`}
        className="grid size-7 shrink-0 place-items-center rounded-full text-muted hover:text-ink"
        onClick={() => onRemove(value)}
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </span>
  ));
}

interface OfferedProps {
  id: string;
  words: readonly string[];
  /** The index of the word that Enter adds; -1 for none. */
  active: number;
  isShown: boolean;
  onTake: (word: string) => void;
}

/** The list of known words that contain the typed text. */
function Offered({ id, words, active, isShown, onTake }: OfferedProps) {
  return (
    <div
      id={id}
      role="listbox"
      tabIndex={-1}
      aria-label="Known"
      hidden={!isShown}
      className="absolute inset-x-0 z-20 mt-1 rounded-md border border-line bg-surface p-1 shadow-xl"
    >
      {words.map((word, index) => (
        <div
          key={word}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className="cursor-default rounded-sm px-2.5 py-1.5 text-sm aria-selected:bg-sunken pointer-fine:hover:bg-sunken"
          onMouseDown={(event) => {
            // Keeps the focus in the field.
            event.preventDefault();
            onTake(word);
          }}
        >
          {word}
        </div>
      ))}
    </div>
  );
}
