import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router-dom';
import { useConfirm } from '#shared/ui/confirm.tsx';
import { createLeaveGate, type LeaveGate, type LeaveGuard } from './leave-gate.ts';

const GateContext = createContext<LeaveGate | null>(null);

/** Lets what is inside ask before it is left for another address of the admin. */
export function LeaveGuardProvider({ children }: { children: ReactNode }) {
  const router = useContext(NavigationContext);
  const ask = useConfirm();
  const [gate] = useState(() => createLeaveGate(window, ask));
  // A layout effect, as the router's own is: a child's runs first, and whoever listens first hears of Back first.
  useLayoutEffect(() => gate.watch(), [gate]);
  const guarded = useMemo(() => ({ ...router, navigator: gate.navigator(router.navigator) }), [gate, router]);
  return (
    <GateContext value={gate}>
      <NavigationContext value={guarded}>{children}</NavigationContext>
    </GateContext>
  );
}

/** Has `guard` asked before this form is left for another address of the admin. */
export function useLeaveGuard(guard: LeaveGuard): void {
  const gate = useContext(GateContext);
  if (!gate) throw new Error('useLeaveGuard needs a LeaveGuardProvider');
  const latest = useRef(guard);
  latest.current = guard;
  useEffect(() => gate.set((to) => latest.current(to)), [gate]);
}
