/**
 * The environment of a program that tests start: nothing of this process's settings. Code that was compiled once is taken
 * from Node's cache where `npm test` has named one.
 */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, TEMP, SystemRoot, NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, TMPDIR, TEMP, SystemRoot, NODE_COMPILE_CACHE };
}
