import { useEffect, useState } from 'react';

// Stands in for the package react-style-singleton, with which Radix's windows keep the page behind them from scrolling
// (`vite.config.ts`): that writes a style element, which the policy of our pages refuses; a sheet made by script is none.

/** A component that adds its styles to the page while at least one of it is there; the first one's count. */
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
