import { Sparkles } from 'lucide-react';
import type { SuggestionKind } from '#shared/contract/suggestions.ts';
import { KINDS } from './kinds.ts';
import { useHelp } from './suggest-context.tsx';

interface SuggestButtonProps {
  kind: SuggestionKind;
  /** The label for screen readers: "Suggest headlines". */
  label?: string;
  isFeatured?: boolean;
  disabled?: boolean;
}

/** The button beside a field that has the field's text suggested. */
export function SuggestButton({ kind, label, isFeatured = false, disabled = false }: SuggestButtonProps) {
  const help = useHelp();
  if (!help) return null;
  return (
    <button
      type="button"
      disabled={disabled}
      className="relative inline-flex min-h-6 items-center gap-1 rounded-sm px-1 font-semibold text-accent underline-offset-2 hover:underline disabled:opacity-55 pointer-coarse:min-h-11 [&_svg]:size-3.5"
      onClick={() => help.open(kind, { isFeatured })}
    >
      <Sparkles aria-hidden />
      Suggest <span className="sr-only">{label ?? KINDS[kind].label}</span>
    </button>
  );
}
