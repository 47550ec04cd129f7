/** Size of the share popup in CSS pixels. */
const WIDTH = 600;
const HEIGHT = 400;

/**
 * Opens a network's share page in a popup of 600 × 400, in the middle of the reader's window. The page gets no
 * `opener`: it could else send the reader's tab elsewhere. So no window is given back, and a blocked popup cannot be
 * told from an opened one; a click is what browsers want to see before they open one.
 */
export function openSharePopup(href: string, host: Window = window): void {
  const left = Math.max(0, Math.round(host.screenX + (host.outerWidth - WIDTH) / 2));
  const top = Math.max(0, Math.round(host.screenY + (host.outerHeight - HEIGHT) / 2));
  host.open(href, '_blank', `width=${WIDTH},height=${HEIGHT},left=${left},top=${top},noopener,noreferrer`);
}
