const asked = new Map<string, Promise<void> | undefined>();

/**
 * Imports a module. The files that the module will import are fetched at the same time, and its style sheets have loaded
 * before it runs. The build uses this function in the place of Vite's own (`vite.config.ts`), which is three times as large
 * and is part of every page.
 * @param files names of built files, from the site's root
 */
export function __vitePreload<Module>(load: () => Promise<Module>, files: string[] = []): Promise<Module> {
  return Promise.all(files.map(ask)).then(load);
}

function ask(file: string): Promise<void> | undefined {
  if (!asked.has(file)) asked.set(file, fetchFile(`/${file}`));
  return asked.get(file);
}

/** Resolves when a style sheet has loaded; the fetch of a module is only begun. */
function fetchFile(href: string): Promise<void> | undefined {
  if (document.querySelector(`link[href="${href}"]`)) return;
  const link = document.createElement('link');
  const isStyle = href.endsWith('.css');
  link.rel = isStyle ? 'stylesheet' : 'modulepreload';
  link.href = href;
  document.head.append(link);
  if (!isStyle) return;
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      asked.delete(href.slice(1));
      link.remove();
      reject(new Error(`No ${href}`));
    };
  });
}
