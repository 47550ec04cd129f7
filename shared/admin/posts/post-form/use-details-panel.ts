import { useState } from 'react';
import { usePorts } from '../../ports-context.tsx';
import type { FormErrors } from './form-errors.ts';

/** localStorage: `off` while the side panel is folded. */
const DETAILS_KEY = 'postFormDetails';

/** What the form shows beside the text, in the side panel. */
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
  /** Something in it stands against saving: it cannot be folded until that is mended. */
  isNeeded: boolean;
  toggle: () => void;
}

/** Whether the side panel is open, which is remembered. */
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
