import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface MenuProps {
  /** The button that opens it. */
  trigger: ReactNode;
  children: ReactNode;
}

/** A list of things to do that opens under a button. */
export function Menu({ trigger, children }: MenuProps) {
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={6}
          collisionPadding={12}
          className="z-50 min-w-48 rounded-md border border-line bg-surface p-1 shadow-xl"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

interface MenuItemProps {
  onSelect: () => void;
  isDangerous?: boolean;
  disabled?: boolean;
  children: ReactNode;
}

export function MenuItem({ onSelect, isDangerous = false, disabled = false, children }: MenuItemProps) {
  return (
    <DropdownMenu.Item
      onSelect={onSelect}
      disabled={disabled}
      className={classNames(
        'flex min-h-9 cursor-default items-center gap-2.5 rounded-sm px-2.5 text-sm font-medium outline-none data-disabled:opacity-50 data-highlighted:bg-sunken pointer-coarse:min-h-11 [&_svg]:size-4',
        isDangerous && 'text-danger',
      )}
    >
      {children}
    </DropdownMenu.Item>
  );
}
