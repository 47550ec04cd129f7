const EDITOR = '.cm-editor';

/** The text's editor the owner is in, or else the one the page shows; null where there is none. */
function editorInUse(page: Document): HTMLElement | null {
  const own = page.activeElement?.closest<HTMLElement>(EDITOR);
  return own ?? [...page.querySelectorAll<HTMLElement>(EDITOR)].find((each) => each.checkVisibility()) ?? null;
}

/**
 * Opens the search of the text's editor, which also knows what of a long text is not drawn. False where the page has no
 * editor.
 */
export async function findInEditor(page: Document): Promise<boolean> {
  const element = editorInUse(page);
  if (element === null) return false;
  // They are there already: the editor is.
  const [{ EditorView }, { openSearchPanel }] = await Promise.all([
    import('@codemirror/view'),
    import('@codemirror/search'),
  ]);
  const view = EditorView.findFromDOM(element);
  return view !== null && openSearchPanel(view);
}
