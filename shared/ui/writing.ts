const TEXT_FIELD = 'textarea, input, [contenteditable]:not([contenteditable="false"])';
const NO_TEXT = ['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit'];
const WINDOW = '[role="dialog"], [role="alertdialog"]';

/**
 * Whether someone may be writing, or answering a question: the focus is in a field for text, or a window is open. What
 * goes elsewhere by itself now would swallow the next letter.
 */
export function isWriting(page: Document): boolean {
  const { activeElement } = page;
  const isField = activeElement?.matches(TEXT_FIELD) === true;
  const isForText = isField && !(activeElement instanceof HTMLInputElement && NO_TEXT.includes(activeElement.type));
  return isForText || page.querySelector(WINDOW) !== null;
}
