import type { ComponentProps } from 'react';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** Some but not all of what it stands for is chosen. */
  isMixed?: boolean;
}

/** The browser's own box in our colour, with room to be hit by a finger. */
export function Checkbox({ isMixed = false, ...rest }: CheckboxProps) {
  return (
    <span className="grid size-10 shrink-0 place-items-center pointer-coarse:size-11">
      <input
        type="checkbox"
        className="size-4.5 accent-accent"
        ref={(box) => {
          if (box) box.indeterminate = isMixed;
        }}
        {...rest}
      />
    </span>
  );
}
