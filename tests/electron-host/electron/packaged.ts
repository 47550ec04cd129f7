/** Environment variable that names the resources of an app as it is packaged; absent for one that runs from its sources. */
export const RESOURCES = 'NINEFOLD_STAND_IN_RESOURCES';
