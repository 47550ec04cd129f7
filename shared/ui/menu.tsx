import { DropdownMenu } from 'radix-ui';
import { type ReactNode, useRef, useState } from 'react';
import { classNames } from './class-names.ts';

interface MenuProps {
  /** The button that opens the menu. */
  trigger: ReactNode;
  /** For a menu that is also opened by something other than its button. */
  state?: { isOpen: boolean; set(isOpen: boolean): void } | undefined;
  /**
   * Moves the focus when the menu closes; without it, the focus goes to the button. Not called where the user has
   * continued elsewhere.
   */
  onClosed?: ((event: Event) => void) | undefined;
  children: ReactNode;
}

/** The parts of a page that screen readers can jump to; content outside them is missed. */
const LANDMARKS = 'main,nav,[role="dialog"]';

/** A list of actions that opens under a button. The page behind it stays usable: a press there closes the list. */
export function Menu({ trigger, state, onClosed, children }: MenuProps) {
  const [button, setButton] = useState<HTMLElement | null>(null);
  const isLeft = useRef(false);
  return (
    <DropdownMenu.Root modal={false} {...(state && { open: state.isOpen, onOpenChange: state.set })}>
      <DropdownMenu.Trigger asChild ref={setButton}>
        {trigger}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={button?.closest<HTMLElement>(LANDMARKS) ?? null}>
        <DropdownMenu.Content
          align="end"
          sideOffset={6}
          collisionPadding={12}
          onInteractOutside={() => {
            isLeft.current = true;
          }}
          onCloseAutoFocus={(event) => {
            if (!isLeft.current) onClosed?.(event);
            isLeft.current = false;
          }}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 overflow-y-auto rounded-md border border-line bg-surface p-1 shadow-xl"
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

/** A heading for the items under it. */
export function MenuHeading({ children }: { children: ReactNode }) {
  return (
    <DropdownMenu.Label className="mt-1 border-t border-line px-2.5 pt-2 pb-1 text-xs font-bold tracking-[0.06em] text-muted uppercase first:mt-0 first:border-t-0">
      {children}
    </DropdownMenu.Label>
  );
}
