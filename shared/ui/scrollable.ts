/** For an element that scrolls and holds nothing to focus: it must be reachable by keyboard (WCAG 2.1.1). */
export const scrollable = { tabIndex: 0 };
