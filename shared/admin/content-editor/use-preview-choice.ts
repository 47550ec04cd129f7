import { useState } from 'react';
import { usePorts } from '../ports-context.tsx';

/** localStorage: `on` or `off`; without it the preview is there where it has a place beside the text. */
const PREVIEW_KEY = 'contentPreview';
const BESIDE = '(min-width: 80rem)';

/** Whether the preview is shown, and the remembered way to change that. */
export function usePreviewChoice(): [isShown: boolean, toggle: () => void] {
  const { localStorage } = usePorts();
  const [isShown, setIsShown] = useState(() => {
    const remembered = localStorage.get(PREVIEW_KEY);
    return remembered === null ? window.matchMedia(BESIDE).matches : remembered !== 'off';
  });
  return [
    isShown,
    () => {
      localStorage.set(PREVIEW_KEY, isShown ? 'off' : 'on');
      setIsShown(!isShown);
    },
  ];
}
