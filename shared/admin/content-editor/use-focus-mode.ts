import { type RefObject, useEffect, useRef, useState } from 'react';

interface FocusMode {
  isOn: boolean;
  toggle(): void;
  /** For what fills the window. */
  ref: RefObject<HTMLDivElement | null>;
}

/** The text alone, over the whole window. It ends when the focus goes to something it covers. */
export function useFocusMode(): FocusMode {
  const ref = useRef<HTMLDivElement>(null);
  const [isOn, setIsOn] = useState(false);
  const [toggle] = useState(() => () => setIsOn((was) => !was));
  useEffect(() => {
    if (!isOn) return;
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof Node && target !== document.body && !ref.current?.contains(target)) setIsOn(false);
    };
    const { overflow } = document.documentElement.style;
    document.documentElement.style.overflow = 'hidden';
    document.addEventListener('focusin', onFocus);
    return () => {
      document.documentElement.style.overflow = overflow;
      document.removeEventListener('focusin', onFocus);
      // Back in the page the text is where the owner left it.
      ref.current?.scrollIntoView({ block: 'nearest' });
    };
  }, [isOn]);
  return { isOn, toggle, ref };
}
