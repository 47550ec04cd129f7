import { renderToStaticMarkup } from 'react-dom/server';
import { FOLD_SHAPES } from './fold-shapes.ts';
import { ICONS } from './icons.ts';

/**
 * Every icon and fold shape as `<symbol>`s, HTML for inside one `<svg>`. Made on the server alone: in the browser it is
 * in the page already, so no drawing is part of the scripts a reader loads.
 */
export function renderSprite(): string {
  return renderToStaticMarkup(
    <>
      {FOLD_SHAPES.map((path, index) => (
        <symbol key={path} id={`fold-${index}`} viewBox="0 0 100 100">
          <path d={path} />
        </symbol>
      ))}
      {Object.entries(ICONS).map(([name, Drawing]) => (
        <symbol key={name} id={`icon-${name}`} viewBox="0 0 24 24">
          <Drawing strokeWidth="var(--stroke, 1.75)" />
        </symbol>
      ))}
    </>,
  );
}
