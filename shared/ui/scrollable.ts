/** Props for an element that scrolls and contains nothing focusable: it must be reachable by keyboard (WCAG 2.1.1). */
export const scrollable = { tabIndex: 0 };
