type Edge = 'top' | 'bottom';

/**
 * A ref for a bar that stays at an edge of the window while the page scrolls under it. An element that gets the focus,
 * or is scrolled to, then stops before the bar: `--sticky-top` and `--sticky-bottom` on the page say how many pixels
 * the highest bar of that edge covers (see controls.css).
 */
const stickyBar = (edge: Edge) => (bar: HTMLElement | null) => {
  if (!bar) return;
  bar.dataset.stickyBar = edge;
  // The bar's height changes with the width of the window, and on a phone the bar may not be sticky at all.
  const observer = new ResizeObserver(() => tellCovered(edge));
  observer.observe(bar);
  return () => {
    observer.disconnect();
    delete bar.dataset.stickyBar;
    tellCovered(edge);
  };
};

export const stickyTop = stickyBar('top');
export const stickyBottom = stickyBar('bottom');

function tellCovered(edge: Edge): void {
  const bars = document.querySelectorAll<HTMLElement>(`[data-sticky-bar="${edge}"]`);
  const covered = [...bars].map((bar) => {
    const style = getComputedStyle(bar);
    return style.position === 'sticky' || style.position === 'fixed'
      ? bar.offsetHeight + Number.parseFloat(style[edge])
      : 0;
  });
  document.documentElement.style.setProperty(`--sticky-${edge}`, `${Math.max(0, ...covered)}px`);
}
