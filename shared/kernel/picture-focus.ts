/** The place of a picture that stays in sight where it is cut: per cent from the left and from the top. */
export interface PictureFocus {
  x: number;
  y: number;
}

const FOCUS = /^\s*(\d{1,3})\s+(\d{1,3})\s*$/;

/** Reads "50 30"; null for what is none. */
export function readFocus(text: string | null | undefined): PictureFocus | null {
  const [, x, y] = FOCUS.exec(text ?? '') ?? [];
  return Math.max(Number(x), Number(y)) <= 100 ? { x: Number(x), y: Number(y) } : null;
}

/** The same as the field of a post holds it. What lies beside the picture is its edge. */
export function writeFocus({ x, y }: PictureFocus): string {
  const inside = (value: number) => Math.round(Math.min(100, Math.max(0, value)));
  return `${inside(x)} ${inside(y)}`;
}
