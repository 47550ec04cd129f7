/** How far a finger must go, in CSS pixels. */
const FAR_ENOUGH = 50;

/** Calls back with the arrow key that a finger's way across `element` stands for: to the left is on to the next. */
export function sidewaysSwipe(element: HTMLElement, onSwipe: (key: 'ArrowLeft' | 'ArrowRight') => void): void {
  let from: { id: number; x: number; y: number } | null = null;
  element.addEventListener('pointerdown', ({ pointerId: id, pointerType, clientX: x, clientY: y, isPrimary }) => {
    from = pointerType === 'touch' && isPrimary ? { id, x, y } : null;
  });
  // A second finger, or the browser's own scrolling and zooming, end it.
  element.addEventListener('pointercancel', () => {
    from = null;
  });
  element.addEventListener('pointerup', ({ pointerId, clientX, clientY }) => {
    if (from?.id !== pointerId) return;
    const [across, down] = [clientX - from.x, clientY - from.y];
    from = null;
    if (Math.abs(across) < FAR_ENOUGH || Math.abs(across) < 2 * Math.abs(down)) return;
    onSwipe(across < 0 ? 'ArrowRight' : 'ArrowLeft');
  });
}
