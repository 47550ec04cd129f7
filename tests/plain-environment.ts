/**
 * Returns the environment for a program that tests start: without the settings of this process. Code that was compiled
 * once is taken from Node's cache if `npm test` has named one.
 */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, TEMP, SystemRoot, NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, TMPDIR, TEMP, SystemRoot, NODE_COMPILE_CACHE };
}
