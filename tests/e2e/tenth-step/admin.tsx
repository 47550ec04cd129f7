import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { browserPorts } from '#server/admin/browser/browser-ports.ts';
import { AdminApp } from '#shared/admin/app.tsx';
import { TEN_STEPS } from './ten-steps.ts';

// Mounts the admin as server/admin/browser/main.tsx does, with a different list of steps.
const root = document.getElementById('admin');
if (!root) throw new Error('The page has no place for the admin');

const ports = { ...browserPorts(root.dataset), steps: TEN_STEPS };
const router = createBrowserRouter([{ path: '*', element: <AdminApp ports={ports} /> }]);
createRoot(root).render(<RouterProvider router={router} />);
