const EDITOR = '.cm-editor';

/** Returns the text editor that has the focus, or else the one that the page shows; null when there is none. */
function editorInUse(page: Document): HTMLElement | null {
  const own = page.activeElement?.closest<HTMLElement>(EDITOR);
  return own ?? [...page.querySelectorAll<HTMLElement>(EDITOR)].find((each) => each.checkVisibility()) ?? null;
}

/**
 * Opens the search of the text editor, which also finds the parts of a long text that are not drawn. Returns false when
 * the page has no editor.
 */
export async function findInEditor(page: Document): Promise<boolean> {
  const element = editorInUse(page);
  if (element === null) return false;
  // These modules are loaded already, since the editor is.
  const [{ EditorView }, { openSearchPanel }] = await Promise.all([
    import('@codemirror/view'),
    import('@codemirror/search'),
  ]);
  const view = EditorView.findFromDOM(element);
  return view !== null && openSearchPanel(view);
}
