const CELLS = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/**
 * Nine cells of the folded sheet side by side, in one category's tints: what a post without a picture opens on. The
 * same seed gives the same strip. The shapes are those of `FoldSprite`.
 */
export function FoldedStrip({ seed }: { seed: number }) {
  const strong = (seed * 5 + 2) % 9;
  return (
    <svg className="folded-strip" viewBox="0 0 900 100" aria-hidden="true" focusable="false">
      {CELLS.map((cell) => {
        // 4 and 9 have no common divisor: nine cells, nine different shapes.
        const shape = (seed * 7 + cell * 4) % 9;
        const turn = ((seed + cell * cell) % 4) * 90;
        return (
          <use
            key={cell}
            href={`#fold-${shape}`}
            x={cell * 100}
            width="100"
            height="100"
            className={cell === strong ? 'fill-category/80' : 'fill-category-mid'}
            transform={turn ? `rotate(${turn} ${cell * 100 + 50} 50)` : undefined}
          />
        );
      })}
    </svg>
  );
}
