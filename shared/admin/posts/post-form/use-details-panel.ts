import { useState } from 'react';
import { usePorts } from '../../ports-context.tsx';
import type { FormErrors } from './form-errors.ts';

/** A key of localStorage: `off` while the side panel is folded. */
const DETAILS_KEY = 'postFormDetails';

/** The fields that the form shows beside the text, in the side panel. */
const inPanel: readonly (keyof FormErrors)[] = [
  'publishedAt',
  'featuredImage',
  'featuredImageAlt',
  'featuredImageFocus',
  'categoryId',
  'tags',
  'authorId',
  'readTime',
  'seriesName',
  'seriesNumber',
  'productApp',
  'productAppUrl',
];

export interface DetailsChoice {
  isOpen: boolean;
  /** Whether a field in the panel has a fault: the panel cannot be folded until the fault is mended. */
  isNeeded: boolean;
  toggle: () => void;
}

/** Returns whether the side panel is open, and remembers it. */
export function useDetailsPanel(errors: FormErrors): DetailsChoice {
  const { localStorage } = usePorts();
  const [isWanted, setIsWanted] = useState(() => localStorage.get(DETAILS_KEY) !== 'off');
  const isNeeded = inPanel.some((name) => errors[name] !== undefined);
  return {
    isOpen: isWanted || isNeeded,
    isNeeded,
    toggle() {
      localStorage.set(DETAILS_KEY, isWanted ? 'off' : 'on');
      setIsWanted(!isWanted);
    },
  };
}
