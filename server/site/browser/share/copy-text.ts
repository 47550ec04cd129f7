/**
 * Puts text on the clipboard; returns whether that worked. The clipboard API is missing on pages that are not served
 * over https, and may be forbidden: then the text is copied the old way, from a selected field. `near` is where that
 * field stands for the moment: inside an open dialog, because the dialog would take the focus back from a field outside
 * it.
 */
export async function copyText(text: string, near: HTMLElement = document.body): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyFromField(text, near);
  }
}

function copyFromField(text: string, near: HTMLElement): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  near.append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}
