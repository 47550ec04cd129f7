import '#shared/admin-host/before-all.ts';
import './styles.css';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { AdminApp } from '#shared/admin/app.tsx';
import { browserPorts } from './browser-ports.ts';
import { finishLeaving } from './leave-nothing.ts';

const root = document.getElementById('admin');
if (!root) throw new Error('The page has no place for the admin');

await finishLeaving(window).catch((error: Error) => window.alert(error.message));
const router = createBrowserRouter([{ path: '*', element: <AdminApp ports={browserPorts(root.dataset)} /> }]);
createRoot(root).render(<RouterProvider router={router} />);
