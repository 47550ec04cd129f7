import type { ComponentProps } from 'react';

/** The browser's own checkbox in our colour, large enough for a finger. */
export function Checkbox(props: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <span className="grid size-10 shrink-0 place-items-center pointer-coarse:size-11">
      <input type="checkbox" className="size-4.5 accent-accent" {...props} />
    </span>
  );
}
