import { AppError } from '#shared/kernel/errors.ts';

/** The signed-in owner's id, in calls whose access is `admin`, where it is never missing. */
export function ownerOf({ adminId }: { adminId: number | null }): number {
  if (adminId === null) throw new AppError('unauthorized');
  return adminId;
}
