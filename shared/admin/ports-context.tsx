import { createContext, type ReactNode, useContext } from 'react';
import type { AdminPorts } from './ports.ts';

const PortsContext = createContext<AdminPorts | null>(null);

export function PortsProvider({ ports, children }: { ports: AdminPorts; children: ReactNode }) {
  return <PortsContext value={ports}>{children}</PortsContext>;
}

/** The host's ports. Throws outside of a PortsProvider. */
export function usePorts(): AdminPorts {
  const ports = useContext(PortsContext);
  if (!ports) throw new Error('The admin is used without its ports');
  return ports;
}
