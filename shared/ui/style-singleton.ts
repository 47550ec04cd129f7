import { useEffect, useState } from 'react';

// Replaces the package react-style-singleton, which Radix's dialogs use to keep the page behind them from scrolling
// (`vite.config.ts`): the package writes a style element, which our pages' policy refuses; a style sheet made by a
// script is allowed.

/**
 * Makes a component that adds its styles to the page while at least one instance is mounted; the first instance's
 * styles count.
 */
export function styleSingleton() {
  let shown = 0;
  let sheet: CSSStyleSheet | null = null;
  const add = (styles: string) => {
    shown += 1;
    if (sheet !== null) return;
    sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    document.adoptedStyleSheets.push(sheet);
  };
  const remove = () => {
    shown -= 1;
    if (shown > 0) return;
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    sheet = null;
  };
  return function Styles({ styles, dynamic = false }: { styles: string; dynamic?: boolean }): null {
    const [first] = useState(styles);
    const wanted = dynamic ? styles : first;
    useEffect(() => {
      add(wanted);
      return remove;
    }, [wanted]);
    return null;
  };
}
