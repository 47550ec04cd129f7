import { useEffect } from 'react';
import { isMarkdownName } from '../../markdown-name.ts';
import { useMarkdownFiles } from './use-markdown-files.ts';

/** The largest size of a post, in bytes. */
const LARGEST = 4 * 1024 * 1024;

/**
 * Opens Markdown files that are dropped anywhere on the page. Any other dropped file that nothing handles is ignored:
 * the browser would leave the page to show it.
 */
export function useMarkdownDrop(): void {
  const { openFile } = useMarkdownFiles();
  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    const onDrop = (event: DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer || event.dataTransfer.files.length === 0) return;
      event.preventDefault();
      const file = [...event.dataTransfer.files].find(isMarkdownName);
      if (file) void openFile(() => readText(file));
    };
    window.addEventListener('dragover', onDragOver);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onDragOver);
      window.removeEventListener('drop', onDrop);
    };
  }, [openFile]);
}

async function readText(file: File): Promise<{ name: string; text: string }> {
  if (file.size > LARGEST) throw new Error('This file is larger than 4 MB, the most a post can hold.');
  try {
    return { name: file.name, text: new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()) };
  } catch (cause) {
    throw new Error('This file is not a text in UTF-8.', { cause });
  }
}
