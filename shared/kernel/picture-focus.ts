/** The point of a picture that stays visible where the picture is cropped: per cent from the left and from the top. */
export interface PictureFocus {
  x: number;
  y: number;
}

const FOCUS = /^\s*(\d{1,3})\s+(\d{1,3})\s*$/;

/** Reads "50 30"; returns null for text of another form. */
export function readFocus(text: string | null | undefined): PictureFocus | null {
  const [, x, y] = FOCUS.exec(text ?? '') ?? [];
  return Math.max(Number(x), Number(y)) <= 100 ? { x: Number(x), y: Number(y) } : null;
}

/** Writes the focus in the form of a post's field. A point outside the picture is moved to its edge. */
export function writeFocus({ x, y }: PictureFocus): string {
  const inside = (value: number) => Math.round(Math.min(100, Math.max(0, value)));
  return `${inside(x)} ${inside(y)}`;
}
