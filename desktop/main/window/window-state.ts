import { z } from 'zod';

const side = z.int().min(-100_000).max(100_000);
const windowState = z.object({
  bounds: z.object({ x: side, y: side, width: side.min(1), height: side.min(1) }),
  isMaximized: z.boolean(),
});

/** The last place of the window, in the screen's own units (DIP). */
export type WindowState = z.output<typeof windowState>;
type Bounds = WindowState['bounds'];

/** The options that a window opens with; without a place the system chooses one. */
interface Placing {
  bounds: { width: number; height: number; x?: number; y?: number };
  isMaximized: boolean;
}

export const SMALLEST = { width: 380, height: 480 };
const FIRST = { width: 1280, height: 860 };
/** The smallest part of a window that must lie on a screen, so that its owner can reach its title. */
const IN_REACH = { width: 120, height: 40 };

/** Reads the text that `JSON.stringify` wrote; returns null for anything else, including an incomplete file. */
export function readWindowState(text: string): WindowState | null {
  try {
    return windowState.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** The distance between a window and the one below it. */
const STEP = 32;

/** Returns the place of another window, not exactly upon an open one. `taken` are the places of the open windows. */
export function besideOthers(state: WindowState | null, taken: readonly Bounds[]): WindowState | null {
  const [newest] = taken;
  if (!newest) return state;
  let { x, y } = newest;
  const isTaken = () => taken.some((each) => each.x === x && each.y === y);
  while (isTaken()) [x, y] = [x + STEP, y + STEP];
  return { bounds: { ...newest, x, y }, isMaximized: false };
}

/**
 * Returns the place to open the window at: its last place, as far as a present screen has room. `areas` are the parts
 * of the screens that are free for windows, the main screen first.
 */
export function placeWindow(state: WindowState | null, areas: readonly Bounds[]): Placing {
  const wanted = state?.bounds ?? FIRST;
  const isMaximized = state?.isMaximized ?? false;
  const area = (state && areas.find((one) => isInReach(state.bounds, one))) ?? areas[0];
  const width = Math.max(SMALLEST.width, Math.min(wanted.width, area?.width ?? wanted.width));
  const height = Math.max(SMALLEST.height, Math.min(wanted.height, area?.height ?? wanted.height));
  if (!state || !area || !isInReach(state.bounds, area)) return { bounds: { width, height }, isMaximized };
  const x = Math.max(area.x, Math.min(state.bounds.x, area.x + area.width - width));
  const y = Math.max(area.y, Math.min(state.bounds.y, area.y + area.height - height));
  return { bounds: { x, y, width, height }, isMaximized };
}

function isInReach(window: Bounds, area: Bounds): boolean {
  const across = Math.min(window.x + window.width, area.x + area.width) - Math.max(window.x, area.x);
  // The title is at the top.
  const isTopInside = window.y >= area.y - IN_REACH.height && window.y <= area.y + area.height - IN_REACH.height;
  return across >= IN_REACH.width && isTopInside;
}
