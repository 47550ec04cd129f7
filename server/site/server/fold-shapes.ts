/** The site's motif, a sheet folded into nine: nine shapes, each drawn in one cell of 100 × 100 units. */
export const FOLD_SHAPES = [
  'M0 0h100L0 100z',
  'M0 0h100A100 100 0 0 1 0 100z',
  'M0 50a50 50 0 0 1 100 0v50H0z',
  'M0 0h50a50 50 0 0 1 50 50v50H50A50 50 0 0 1 0 50z',
  'M50 14a36 36 0 1 1 0 72a36 36 0 1 1 0-72z',
  'M0 0h100v20H0zM0 40h100v20H0zM0 80h100v20H0z',
  'M0 0l50 50-50 50zM100 0L50 50l50 50z',
  'M100 0A100 100 0 0 0 0 100h34a66 66 0 0 1 66-66zM100 64a36 36 0 0 0-36 36h36z',
  'M50 0l50 50-50 50L0 50z',
];
