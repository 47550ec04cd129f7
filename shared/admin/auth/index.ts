export { FirstPasswordAgain, FirstPasswordScreen } from './first-password.tsx';
export { LoginScreen } from './login-screen.tsx';
export { PasswordAgain } from './password-again.tsx';
export { askingForPassword, createPasswordStore } from './password-store.ts';
export { SessionProvider, useIsLeaving, useSessionStore } from './session-context.tsx';
export { askUnlessTyping, createSessionStore } from './session-store.ts';
export { SignInAgain } from './sign-in-again.tsx';
export { useMe } from './use-me.ts';
export { endSession, useLeaveDashboard, useSignOut } from './use-sign-out.ts';
