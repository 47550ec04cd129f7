import type { MouseEvent } from 'react';
import type { Image } from '#shared/contract/images.ts';
import { Button } from '#shared/ui/button.tsx';

const MIDDLE = { x: 50, y: 50 };

/** "50 30": per cent from the left and from the top; the middle where nothing is said. */
function readFocus(focus: string): { x: number; y: number } {
  const [, x, y] = /^(\d{1,3}) (\d{1,3})$/.exec(focus) ?? [];
  return x === undefined || y === undefined ? MIDDLE : { x: Number(x), y: Number(y) };
}

/** How a picture stands in a box that cuts it. */
export function focusPosition(focus: string): string {
  const { x, y } = readFocus(focus);
  return `${x}% ${y}%`;
}

interface FocalPointProps {
  image: Image;
  focus: string;
  onChange: (focus: string) => void;
}

/** The picture, whole, with the place of it that stays in sight where it is cut: set by a click, or by two sliders. */
export function FocalPoint({ image, focus, onChange }: FocalPointProps) {
  const { x, y } = readFocus(focus);
  const set = (point: { x: number; y: number }) => onChange(`${Math.round(point.x)} ${Math.round(point.y)}`);
  const onClick = ({ currentTarget, clientX, clientY }: MouseEvent) => {
    const box = currentTarget.getBoundingClientRect();
    set({ x: ((clientX - box.left) / box.width) * 100, y: ((clientY - box.top) / box.height) * 100 });
  };
  const slider = (label: string, axis: 'x' | 'y') => (
    <label className="grid grid-cols-[4rem_minmax(0,1fr)_2.5rem] items-center gap-2 text-sm">
      {label}
      <input
        type="range"
        min={0}
        max={100}
        value={axis === 'x' ? x : y}
        className="h-8 w-full accent-accent"
        onChange={({ target }) => set({ x, y, [axis]: Number(target.value) })}
      />
      <span className="text-end text-xs text-muted">{axis === 'x' ? x : y}%</span>
    </label>
  );
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">Focal point</legend>
      <div className="flex justify-center rounded-md bg-sunken">
        {/* biome-ignore lint/a11y: the sliders below do the same by keyboard */}
        <div className="relative cursor-crosshair" onClick={onClick}>
          <img
            src={image.url}
            alt={image.metadata.alt}
            width={image.width}
            height={image.height}
            className="h-auto max-h-72 w-auto max-w-full"
          />
          <span
            aria-hidden="true"
            className="pointer-events-none absolute size-5 -translate-1/2 rounded-full border-2 border-white bg-black/30 shadow-[0_0_0_1.5px_#000]"
            style={{ left: `${x}%`, top: `${y}%` }}
          />
        </div>
      </div>
      <p className="text-xs text-muted">
        Focal point: this place stays in sight where the picture is cut. Click the picture, or move it here.
      </p>
      {slider('Across', 'x')}
      {slider('Down', 'y')}
      {focus !== '' && (
        <Button size="sm" className="justify-self-start" onClick={() => onChange('')}>
          Back to the middle
        </Button>
      )}
    </fieldset>
  );
}
