import { Switch as RadixSwitch } from 'radix-ui';
import { type ReactNode, useId } from 'react';

interface SwitchProps {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

export function Switch({ label, hint, checked, disabled, onChange }: SwitchProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div className="flex items-center justify-between gap-4">
      <div className="min-w-0">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {hint && (
          <p id={hintId} className="text-xs text-muted">
            {hint}
          </p>
        )}
      </div>
      <RadixSwitch.Root
        id={id}
        checked={checked}
        disabled={disabled ?? false}
        onCheckedChange={onChange}
        aria-describedby={hint ? hintId : undefined}
        className="relative h-6 w-11 shrink-0 rounded-full border border-line-strong bg-sunken data-[state=checked]:border-accent data-[state=checked]:bg-accent disabled:opacity-55"
      >
        <RadixSwitch.Thumb className="block size-4.5 translate-x-0.5 rounded-full bg-line-strong transition-transform data-[state=checked]:translate-x-5.5 data-[state=checked]:bg-accent-ink motion-reduce:transition-none" />
      </RadixSwitch.Root>
    </div>
  );
}
