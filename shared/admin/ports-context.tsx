import { createContext, type ReactNode, useContext } from 'react';
import type { AdminPorts } from './ports.ts';

const PortsContext = createContext<AdminPorts | null>(null);

export function PortsProvider({ ports, children }: { ports: AdminPorts; children: ReactNode }) {
  return <PortsContext value={ports}>{children}</PortsContext>;
}

/** Returns the host's ports. Throws outside a PortsProvider. */
export function usePorts(): AdminPorts {
  const ports = useContext(PortsContext);
  if (!ports) throw new Error('The admin is used without its ports');
  return ports;
}
