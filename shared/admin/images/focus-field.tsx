import { Crosshair } from 'lucide-react';
import { type MouseEvent, useId } from 'react';
import { type PictureFocus, readFocus, writeFocus } from '#shared/kernel/picture-focus.ts';
import { Button } from '#shared/ui/button.tsx';

/** The point at which lists crop a picture that has no focal point. */
const UNCHOSEN: PictureFocus = { x: 50, y: 30 };

interface FocusFieldProps {
  /** The address of the picture. */
  address: string;
  /** "50 30", in per cent from the left and the top; empty for none. */
  value: string;
  disabled: boolean;
  onChange: (value: string) => void;
}

/**
 * Sets the focal point, the part of a picture that stays visible when the picture is cropped: by a press on the
 * picture, or by the two sliders.
 */
export function FocusField({ address, value, disabled, onChange }: FocusFieldProps) {
  const id = useId();
  const chosen = readFocus(value);
  const focus = chosen ?? UNCHOSEN;
  const press = ({ currentTarget, clientX, clientY }: MouseEvent<HTMLElement>) => {
    if (disabled) return;
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    onChange(writeFocus({ x: ((clientX - left) / width) * 100, y: ((clientY - top) / height) * 100 }));
  };
  const slider = (axis: keyof PictureFocus, label: string) => (
    <label className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-center gap-2 text-xs text-muted">
      {label}
      <input
        type="range"
        min={0}
        max={100}
        value={focus[axis]}
        disabled={disabled}
        aria-valuetext={`${focus[axis]}%`}
        onChange={({ target }) => onChange(writeFocus({ ...focus, [axis]: target.valueAsNumber }))}
        className="w-full accent-accent pointer-coarse:min-h-11"
      />
    </label>
  );
  return (
    <fieldset aria-labelledby={id} className="grid gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span id={id} className="text-sm font-semibold">
          Focal point
        </span>
        <span className="text-xs text-muted">{chosen ? `${focus.x}% across, ${focus.y}% down` : 'Not chosen'}</span>
      </div>
      <div className="grid grid-cols-2 items-start gap-3">
        {/* For a pointer alone: the sliders do the same by keys. */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the sliders below are its keyboard. */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the sliders below are its keyboard. */}
        <div className="relative cursor-crosshair overflow-hidden rounded-sm" onClick={press}>
          <img src={address} alt="" className="block w-full bg-sunken" draggable={false} />
          <Crosshair
            aria-hidden
            className="absolute size-6 -translate-x-1/2 -translate-y-1/2 rounded-full bg-ink/60 p-0.5 text-paper"
            style={{ left: `${focus.x}%`, top: `${focus.y}%` }}
          />
        </div>
        <figure>
          <img
            src={address}
            alt=""
            className="aspect-3/2 w-full rounded-sm bg-sunken object-cover"
            style={{ objectPosition: `${focus.x}% ${focus.y}%` }}
          />
          <figcaption className="mt-1 text-xs text-muted">As lists cut it</figcaption>
        </figure>
      </div>
      {slider('x', 'Across')}
      {slider('y', 'Down')}
      {chosen && (
        <Button
          size="sm"
          variant="plain"
          className="justify-self-start"
          disabled={disabled}
          onClick={() => onChange('')}
        >
          Remove the focal point
        </Button>
      )}
    </fieldset>
  );
}
