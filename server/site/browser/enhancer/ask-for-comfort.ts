import type { ComfortName } from '../comforts/load-comfort.ts';

/**
 * Loads the module of a comfort. The names of all files stand in a file of their own: each costs some thirty bytes, which
 * most readers never need.
 */
export async function askFor(name: ComfortName) {
  const { loadComfort } = await import('../comforts/load-comfort.ts');
  return loadComfort(name);
}
