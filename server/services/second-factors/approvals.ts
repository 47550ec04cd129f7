import type { WaitingSignIn } from '#shared/contract/auth/approvals.ts';
import { deviceName } from '#shared/kernel/device-name.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { Challenge, SignInChallenges } from './sign-in-challenges.ts';

/**
 * Sign-ins of the desktop app that the owner approves in a place where they are signed in (RFC 8628). All functions
 * throw AppError `not_found`.
 */
export interface ApprovalService {
  find(adminId: number, code: string): WaitingSignIn;
  /** Answers a sign-in once: its code is invalid afterwards. Returns the sign-in that was answered. */
  answer(adminId: number, code: string, isApproved: boolean): WaitingSignIn;
}

export function createApprovalService(challenges: SignInChallenges): ApprovalService {
  const waiting = (adminId: number, code: string): Challenge & { approval: NonNullable<Challenge['approval']> } => {
    const challenge = challenges.findByCode(code);
    if (!challenge?.approval || challenge.adminId !== adminId) {
      throw new AppError('not_found', {
        message: 'No sign-in waits for this code. Look at the app: it may have ended.',
      });
    }
    return challenge as Challenge & { approval: NonNullable<Challenge['approval']> };
  };
  return {
    find: (adminId, code) => toWaiting(waiting(adminId, code)),
    answer(adminId, code, isApproved) {
      const challenge = waiting(adminId, code);
      challenge.approval.state = isApproved ? 'approved' : 'refused';
      return toWaiting(challenge);
    },
  };
}

const toWaiting = ({ userAgent, via, network, startedAt, endsAt }: Challenge): WaitingSignIn => ({
  device: deviceName(userAgent, via),
  network,
  startedAt: new Date(startedAt).toISOString(),
  endsAt: new Date(endsAt).toISOString(),
});
