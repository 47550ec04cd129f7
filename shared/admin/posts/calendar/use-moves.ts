import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { CategoryWithCount } from '#shared/contract/categories.ts';
import { useWaitingWords } from '../waiting/index.ts';
import { dayOf, onDay } from './days.ts';
import type { Entry } from './entries.ts';
import { type EntryActions, entryId } from './entry-line.tsx';
import type { useMove } from './use-move.tsx';

interface Taken {
  entry: Entry;
  /** The day to which the line would go. */
  day: string;
  /** The element that had the focus before. */
  from: Element | null;
}

interface MovesOptions {
  move: ReturnType<typeof useMove>;
  categories: readonly CategoryWithCount[];
  /** The days in sight. */
  days: readonly string[];
  today: string;
  /** Called to show a day that is not in sight. */
  onShow: (day: string) => void;
}

/** The three ways to move a line to another day: by dragging, by keys, and by a window that asks. */
export function useMoves(options: MovesOptions) {
  const dragged = useRef<Entry | null>(null);
  const [taken, setTaken] = useState<Taken | null>(null);
  const [asked, setAsked] = useState<Entry | null>(null);
  const focusOn = useFocusWhenThere();
  const latest = useRef(options);
  latest.current = options;
  const { categories } = options;
  const waiting = useWaitingWords();

  const moveTo = async (entry: Entry, at: string) => {
    // The post may be judged first; meanwhile its line is shown at the new place.
    focusOn.current = entryId('calendar', entry.key);
    await latest.current.move.move(entry, at);
    focusOn.current = entryId('calendar', entry.key);
  };
  const timeOn = (entry: Entry, day: string) => onDay(day, options.move.timeFor(entry));
  const show = (day: string) => {
    if (!options.days.includes(day)) options.onShow(day);
  };
  // The same object until these change, so that a cell with the same lines is not drawn anew.
  const actions = useMemo<EntryActions>(
    () => ({
      categories: new Map(categories.map((category) => [category.id, category])),
      waiting,
      onDragStart(entry) {
        dragged.current = entry;
      },
      onDragEnd() {
        dragged.current = null;
      },
      onTake(entry) {
        const { days, today } = latest.current;
        const first = days.includes(today) ? today : (days[0] ?? today);
        setTaken({ entry, day: entry.at === null ? first : dayOf(entry.at), from: document.activeElement });
      },
      onAsk: setAsked,
    }),
    [categories, waiting],
  );
  return {
    actions,
    focusOn,
    taken,
    asked,
    timeOn,
    /** Moves the dragged line to the day on which it was dropped. */
    drop(day: string) {
      const entry = dragged.current;
      dragged.current = null;
      if (entry && (entry.at === null || dayOf(entry.at) !== day)) void options.move.move(entry, timeOn(entry, day));
    },
    takeTo(day: string) {
      show(day);
      setTaken((before) => before && { ...before, day });
    },
    put() {
      if (taken === null) return;
      setTaken(null);
      void moveTo(taken.entry, timeOn(taken.entry, taken.day));
    },
    putBack() {
      setTaken(null);
      if (taken === null) return;
      if (taken.from instanceof HTMLElement && taken.from.isConnected) taken.from.focus();
      else focusOn.current = entryId('calendar', taken.entry.key);
    },
    takeBack: () => takeBack(options.move, focusOn, show),
    answer(entry: Entry, at: string) {
      setAsked(null);
      show(dayOf(at));
      void moveTo(entry, at);
    },
    closeAsked() {
      // The menu item that opened the window is gone, so the line itself gets the focus.
      focusOn.current = asked && shownLine(asked);
      setAsked(null);
    },
  };
}

/** Returns the id of a line in the shown days, or else of the line in the queue. */
function shownLine({ key }: Entry): string {
  const line = entryId('calendar', key);
  return document.getElementById(line) ? line : entryId('queue', key);
}

/** Undoes the last move. Its line then gets the focus, since the pressed button is gone. */
async function takeBack(
  move: MovesOptions['move'],
  focusOn: RefObject<string | null>,
  show: (day: string) => void,
): Promise<void> {
  const { undo } = move;
  if (undo === null) return;
  const line = entryId(undo.at === null ? 'queue' : 'calendar', undo.entry.key);
  if (undo.at !== null) show(dayOf(undo.at));
  focusOn.current = line;
  await move.takeBack();
  focusOn.current = line;
}

/** Gives the focus to the element with the id in the ref, as soon as that element exists. */
function useFocusWhenThere(): RefObject<string | null> {
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    const element = wanted.current === null ? null : document.getElementById(wanted.current);
    if (element === null) return;
    wanted.current = null;
    element.focus();
  });
  return wanted;
}
