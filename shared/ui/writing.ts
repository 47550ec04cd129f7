const TEXT_FIELD = 'textarea, input, [contenteditable]:not([contenteditable="false"])';
const NO_TEXT = ['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit'];
const WINDOW = '[role="dialog"], [role="alertdialog"]';

/** Whether the focus is in a text field: moving the focus now would swallow the next letter. */
export function isInTextField({ activeElement }: Document): boolean {
  const isField = activeElement?.matches(TEXT_FIELD) === true;
  return isField && !(activeElement instanceof HTMLInputElement && NO_TEXT.includes(activeElement.type));
}

/**
 * Whether someone may be writing, or answering a question: the focus is in a text field, or a dialog is open.
 * Navigating automatically now would swallow the next letter.
 */
export function isWriting(page: Document): boolean {
  return isInTextField(page) || page.querySelector(WINDOW) !== null;
}
