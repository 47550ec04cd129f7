/**
 * The environment variable that names the resources of a packaged app; absent for an app that runs from its sources.
 */
export const RESOURCES = 'NINEFOLD_STAND_IN_RESOURCES';
