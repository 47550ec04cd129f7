import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeWindow, readWindowState, SMALLEST, type WindowState } from './window-state.ts';

const screen = { x: 0, y: 0, width: 1920, height: 1040 };
const second = { x: 1920, y: 0, width: 1280, height: 1000 };
const left = (x: number, y: number, width = 1000, height = 700): WindowState => ({
  bounds: { x, y, width, height },
  isMaximized: false,
});

test('what was written is read', () => {
  const state = left(10, 20);
  expect(readWindowState(JSON.stringify(state))).toEqual(state);
});

test.each([
  '',
  '{',
  'null',
  '[]',
  '{"bounds":{}}',
  '{"bounds":{"x":0,"y":0,"width":1e9,"height":1},"isMaximized":true}',
])('%j is no state of a window', (text) => {
  expect(readWindowState(text)).toBeNull();
});

test('a window opens where it was left', () => {
  expect(placeWindow(left(100, 50), [screen])).toEqual({
    bounds: { x: 100, y: 50, width: 1000, height: 700 },
    isMaximized: false,
  });
  expect(placeWindow(left(2000, 50), [screen, second]).bounds).toMatchObject({ x: 2000, y: 50 });
});

test('the first time, and where its screen is gone, the system chooses a place', () => {
  expect(placeWindow(null, [screen])).toEqual({ bounds: { width: 1280, height: 860 }, isMaximized: false });
  expect(placeWindow(left(2000, 50), [screen]).bounds).toEqual({ width: 1000, height: 700 });
});

test('a screen that has become smaller is not left', () => {
  expect(placeWindow(left(900, 300, 1800, 1000), [{ x: 0, y: 25, width: 1280, height: 700 }]).bounds).toEqual({
    x: 0,
    y: 25,
    width: 1280,
    height: 700,
  });
});

test('wherever it was left, the owner can reach its title', () => {
  const side = fc.integer({ min: -5000, max: 5000 });
  const size = fc.integer({ min: 1, max: 5000 });
  const state = fc.record({ x: side, y: side, width: size, height: size });
  fc.assert(
    fc.property(state, (bounds) => {
      const placed = placeWindow({ bounds, isMaximized: false }, [screen, second]).bounds;
      expect(placed.width).toBeGreaterThanOrEqual(SMALLEST.width);
      if (placed.x === undefined || placed.y === undefined) return;
      const { x, y } = placed;
      expect([screen, second].some((area) => y >= area.y && x >= area.x && x < area.x + area.width)).toBe(true);
    }),
    { seed: 5, numRuns: 500 },
  );
});
