import { leadsToPicture } from '../../enhancer/leads-to-picture.ts';
import { make, makeButton } from '../make.ts';
import { stepTo } from './step-to.ts';
import './lightbox.css';

/** The shortest swipe of a finger, in CSS pixels. */
const FAR_ENOUGH = 50;

const dialog = makeDialog();
const [image] = dialog.getElementsByTagName('img');
const part = (name: string) => dialog.querySelector(`.lightbox-${name}`) as HTMLElement;

let pictures: HTMLAnchorElement[] = [];
let shown = 0;

/**
 * Shows the picture that a link leads to in a dialog over the page. The reader can step to the other pictures of the
 * same text.
 */
export function use(link: HTMLElement): void {
  if (dialog.open) return;
  const body = link.closest('.prose') ?? document;
  pictures = [...body.querySelectorAll<HTMLAnchorElement>('a.post-picture')].filter((each) =>
    leadsToPicture(each.href, each.querySelector('img')?.src),
  );
  dialog.classList.toggle('is-alone', pictures.length < 2);
  show(pictures.indexOf(link as HTMLAnchorElement));
  dialog.showModal();
  dialog.addEventListener('close', () => link.focus({ preventScroll: true }), { once: true });
}

function show(index: number): void {
  const link = pictures[index];
  const small = link?.querySelector('img');
  if (!link || !small || !image) return;
  shown = index;
  const caption = link.closest('figure')?.querySelector('figcaption')?.textContent?.trim();
  // The smaller picture that the page has already is shown in its place, at its size, until the whole picture has
  // loaded.
  image.src = small.currentSrc || small.src;
  image.alt = small.alt;
  for (const side of ['width', 'height'] as const) copyAttribute(small, image, side);
  loadInto(image, link.href, index);
  part('caption').textContent = caption ?? small.alt;
  // Without words of its own, the caption repeats the picture's alternative text, which screen readers already read.
  part('caption').ariaHidden = caption ? null : 'true';
  part('count').textContent = `${index + 1} of ${pictures.length}`;
  (part('original') as HTMLAnchorElement).href = link.href;
}

function loadInto(target: HTMLImageElement, address: string, index: number): void {
  const whole = new Image();
  whole.onload = () => {
    if (shown !== index) return;
    target.src = address;
    target.width = whole.naturalWidth;
    target.height = whole.naturalHeight;
  };
  whole.src = address;
}

function copyAttribute(from: Element, to: Element, name: string): void {
  const value = from.getAttribute(name);
  if (value === null) to.removeAttribute(name);
  else to.setAttribute(name, value);
}

function makeDialog(): HTMLDialogElement {
  const close = makeButton('lightbox-close', drawing('M18 6 6 18M6 6l12 12'), 'Close');
  close.autofocus = true;
  const original = make('a', { class: 'lightbox-original', target: '_blank', rel: 'noopener' }, 'Original');
  const count = make('p', { class: 'lightbox-count', role: 'status' });
  const caption = make('figcaption', { class: 'lightbox-caption', dir: 'auto' });
  const made = make(
    'dialog',
    { class: 'lightbox', 'aria-label': 'Pictures', 'data-comfort': '' },
    make('div', { class: 'lightbox-bar' }, count, original, close),
    make('figure', {}, make('img', { alt: '' }), caption),
    makeButton('lightbox-previous', drawing('m15 18-6-6 6-6'), 'Previous picture'),
    makeButton('lightbox-next', drawing('m9 18 6-6-6-6'), 'Next picture'),
  );
  made.addEventListener('keydown', (event) => go(stepTo(event.key, shown, pictures.length)));
  made.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    if (target.closest('.lightbox-previous')) go(stepTo('ArrowLeft', shown, pictures.length));
    else if (target.closest('.lightbox-next')) go(stepTo('ArrowRight', shown, pictures.length));
    else if (!target.closest('img, a, figcaption, p')) made.close();
  });
  // The page behind the dialog has changed.
  addEventListener('popstate', () => made.close());
  sidewaysSwipe(made, (key) => go(stepTo(key, shown, pictures.length)));
  return document.body.appendChild(made);
}

/**
 * Calls back with the arrow key that a finger's swipe across `element` stands for: a swipe to the left leads to the
 * next picture.
 */
function sidewaysSwipe(element: HTMLElement, onSwipe: (key: 'ArrowLeft' | 'ArrowRight') => void): void {
  let from: { id: number; x: number; y: number } | null = null;
  element.addEventListener('pointerdown', ({ pointerId: id, pointerType, clientX: x, clientY: y, isPrimary }) => {
    from = pointerType === 'touch' && isPrimary ? { id, x, y } : null;
  });
  // A second finger, or the browser's own scrolling and zooming, ends the swipe.
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

function go(index: number): void {
  if (index !== shown) show(index);
}

/** Draws an icon: one stroke in a box of 24. */
function drawing(path: string): SVGElement {
  const draw = (name: string, attributes: Record<string, string>) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element as SVGElement;
  };
  const icon = draw('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' });
  const stroke = { fill: 'none', stroke: 'currentColor', 'stroke-width': '2' };
  icon.append(draw('path', { d: path, ...stroke, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }));
  return icon;
}
