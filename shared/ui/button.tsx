import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

type ButtonVariant = 'primary' | 'quiet' | 'plain' | 'danger';

const base =
  'inline-flex items-center justify-center gap-2 rounded-md border font-semibold whitespace-nowrap select-none ' +
  'disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55 ' +
  '[&_svg]:size-4 [&_svg]:shrink-0';

const variants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-accent text-accent-ink enabled:hover:bg-accent/88',
  quiet: 'border-line-strong bg-surface text-ink enabled:hover:border-ink enabled:hover:bg-sunken',
  plain: 'border-transparent bg-transparent text-ink enabled:hover:bg-sunken',
  danger: 'border-danger bg-surface text-danger enabled:hover:bg-danger enabled:hover:text-paper',
};

const sizes = {
  sm: 'min-h-8 px-2.5 text-sm pointer-coarse:min-h-11',
  md: 'min-h-10 px-4 text-base pointer-coarse:min-h-11',
};

/** Returns the classes of a button, also for links that look like one. */
export function buttonClass(variant: ButtonVariant = 'quiet', size: keyof typeof sizes = 'md'): string {
  return classNames(base, variants[variant].replaceAll('enabled:', ''), sizes[size]);
}

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: keyof typeof sizes;
}

export function Button({ variant = 'quiet', size = 'md', type = 'button', className, ...rest }: ButtonProps) {
  return <button type={type} className={classNames(base, variants[variant], sizes[size], className)} {...rest} />;
}

interface IconButtonProps extends Omit<ButtonProps, 'aria-label'> {
  /** The text that a screen reader says and the tooltip shows. */
  label: string;
}

/** A square button with only an icon. */
export function IconButton({ label, variant = 'plain', className, ...rest }: IconButtonProps) {
  return (
    <Button
      variant={variant}
      aria-label={label}
      title={label}
      className={classNames(
        'size-10 px-0! focus-visible:-outline-offset-2 pointer-coarse:size-11 [&_svg]:size-[1.125rem]',
        className,
      )}
      {...rest}
    />
  );
}
