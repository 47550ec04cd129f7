import { useEffect, useState } from 'react';

/** Milliseconds without a change after which a text is looked at as a whole. */
const PAUSE = 300;

/** A value as it was when it last stood still: for work too long to be done between two keystrokes. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
