import type { ReactNode } from 'react';
import { classNames } from '#shared/ui/class-names.ts';

interface VersionChoiceProps {
  /** The name that all choices of the list share. */
  group: string;
  isChosen: boolean;
  onChoose: () => void;
  title: string;
  /** The time of the version, on the line of the title. */
  when: ReactNode;
  /** The facts about the version, one line each. */
  children: ReactNode;
}

/**
 * One of the versions to choose from: a radio button, so that Tab stops at only one of them and the arrow keys choose.
 */
export function VersionChoice({ group, isChosen, onChoose, title, when, children }: VersionChoiceProps) {
  return (
    <label
      className={classNames(
        'relative block rounded-md border px-3 py-2 has-focus-visible:outline-2 has-focus-visible:outline-focus',
        isChosen ? 'border-accent bg-accent-soft' : 'border-transparent hover:bg-sunken',
      )}
    >
      <input
        type="radio"
        name={group}
        checked={isChosen}
        onChange={onChoose}
        className="absolute inset-0 appearance-none outline-none"
      />
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-semibold">{title}</span>
        {when}
      </span>
      {children}
    </label>
  );
}
